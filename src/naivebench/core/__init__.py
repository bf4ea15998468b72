"""What every method stands on: typed table, counts, information, log space, graphs, checks, compilation."""
