"""A desktop workbench for pretraining BERT-family models."""

__version__ = "0.1.0"
