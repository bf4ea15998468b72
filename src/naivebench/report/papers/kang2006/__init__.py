"""Results specific to kang2006: sites of proteins, trees, and the worked example of the score."""
