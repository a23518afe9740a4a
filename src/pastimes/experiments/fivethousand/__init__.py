"""The game of 5000: when to roll again."""
