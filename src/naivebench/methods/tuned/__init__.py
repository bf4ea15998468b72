"""Methods whose settings are found by a random search that knows nothing of them but their space."""
