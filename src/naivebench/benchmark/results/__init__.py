"""Read a finished run into plain structures, and define tables, their cells, and numbers as text."""
