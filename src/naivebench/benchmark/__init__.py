"""How the benchmark runs: configuration, plan of jobs, fits in child processes, provenance."""
