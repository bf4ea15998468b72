"""From an archive or a file to the typed table: sources, fetching, readers, steps, encoding, generators."""
