"""The seven pages of the window."""
