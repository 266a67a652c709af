"""From bytes to token sequences."""
