"""P(class | attributes) with local structure: trees, decision graphs, default tables, noisy-OR."""
