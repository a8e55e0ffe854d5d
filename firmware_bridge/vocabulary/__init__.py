"""The only door of the bridge: the values that cross its wall, and the codec of their lines."""
