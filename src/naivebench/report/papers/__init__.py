"""Comparison of this run with what the papers printed and claimed; each paper has a subfolder."""
