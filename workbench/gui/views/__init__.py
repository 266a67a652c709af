"""Arrays and strings in, pixels out."""
