"""Engine processes: starting, stopping, finding the lost ones."""
