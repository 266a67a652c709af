"""A desktop workbench for pretraining BERT-family models."""

__version__ = "0.2.0"
