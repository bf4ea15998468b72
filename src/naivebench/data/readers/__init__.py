"""Readers, one module per format: from the bytes of a file to text cells."""
