"""Checkpoint folders as Hugging Face's transformers reads and writes them (sheet 5), in and out.

A family is one file: the names of its tensors beside ours, and its settings beside those of the encoder.
"""
