"""What the papers printed and claimed, beside this run."""
