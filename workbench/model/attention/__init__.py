"""Attention variants, one file each."""
