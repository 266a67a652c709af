"""Looking inside a trained model: attention of a sentence, predictions for masked places."""
