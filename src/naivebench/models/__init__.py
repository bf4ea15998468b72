"""A fitted method as one value, and what can be done with it."""
