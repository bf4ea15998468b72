"""P(class | attributes) with local structure: trees, decision graphs, default tables, merged values,
noisy-OR.
"""
