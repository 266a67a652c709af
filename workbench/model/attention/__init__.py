"""Attention variants, one a file."""
