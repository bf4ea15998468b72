"""What kang2006 has of its own: break-even points, sites of proteins, trees, the worked score."""
