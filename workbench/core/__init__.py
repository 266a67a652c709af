"""Errors, configuration, events, seeding and paths: what every other part leans on."""
