"""What every method stands on: the typed table, counts, information, log space, graphs, checks,
compilation.
"""
