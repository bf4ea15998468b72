"""How the benchmark runs: configuration, plan, registry, fits in child processes, stored predictions,
provenance.
"""
