"""From the bytes of a file to text cells, one module per format."""
