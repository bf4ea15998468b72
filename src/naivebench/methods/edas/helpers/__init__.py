"""What the optimisers of this folder share."""
