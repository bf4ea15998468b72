"""Data sets: fetching archives, reading files, encoding into the typed table, generators, findings."""
