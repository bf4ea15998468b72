"""Code that the methods of the folder above share."""
