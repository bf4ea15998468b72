"""What kang2006 has of its own: sites of proteins, trees, the worked score."""
