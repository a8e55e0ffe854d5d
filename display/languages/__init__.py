"""What the display says, one folder for each language: `en` has every key, the others the same ones."""
