"""Which units of a passage are hidden, and what stands in their place."""
