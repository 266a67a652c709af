"""Runs, metrics, corpora and vocabularies in SQLite."""
