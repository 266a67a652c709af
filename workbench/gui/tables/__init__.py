"""Qt item models over rows of the store."""
