"""What the methods of the folder above share."""
