"""Files to documents."""
