"""Tasks: what pretrained weights are good for, measured by fine-tuning them or by a probe on the frozen encoder."""
