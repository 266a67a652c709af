"""Looking inside a checkpoint."""
