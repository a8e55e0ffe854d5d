"""The only door of the controller: what happened, what was found, what people may ask for, what they are shown."""
