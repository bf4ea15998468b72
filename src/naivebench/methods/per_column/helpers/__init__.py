"""What the methods of this family share."""
