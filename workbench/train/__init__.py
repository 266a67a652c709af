"""Training: batches, losses, the loop, checkpoints, and a run from its folder to its last event."""
