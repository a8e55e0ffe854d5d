"""Setting a table up: a form for seats, names, stacks, rulebook, blinds, button, language and theme."""
