"""Cut points for real attributes: learned from a training part, applied to any part."""
