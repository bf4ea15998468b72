"""Methods whose settings are chosen by random search in a given space."""
