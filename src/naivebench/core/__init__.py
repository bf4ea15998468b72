"""Building blocks that all methods share: typed table, counts, information, log space, graphs and checks."""
