"""Data sets larger than memory: read in blocks, counted and evaluated in shards whose statistics add up."""
