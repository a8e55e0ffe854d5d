"""All that the dealer can key, one table for each group of the menu; a row's place is its number in the menu."""
