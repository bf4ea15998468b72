"""Preparation of data sets, from an archive or a file to the typed table: sources, fetching, readers, steps,
encoding, generators.
"""
