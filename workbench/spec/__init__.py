"""What an experiment is, as data."""
