"""What a finished run holds, read into plain structures; tables and their cells, numbers as text."""
