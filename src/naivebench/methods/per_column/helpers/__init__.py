"""Code that the methods of this family share."""
