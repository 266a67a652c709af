"""Labelled examples: files of texts with classes, numbers or tags, by which what a model has learnt is measured."""
