"""What is asked of a passage, and the labels."""
