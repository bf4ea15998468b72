"""What the papers printed and claimed, compared with this run; each paper has a subfolder."""
