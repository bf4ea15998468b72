"""Code shared by the methods of the folder above."""
