"""From the bytes of one file format to text cells."""
