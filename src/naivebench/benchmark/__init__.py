"""Run the benchmark: configuration, plan of jobs, fits in child processes, provenance."""
