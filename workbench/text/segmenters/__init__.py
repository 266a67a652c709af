"""Where words, phrases, entities and n-grams are."""
