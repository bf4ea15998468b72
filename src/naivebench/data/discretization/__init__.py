"""Cut points for numbers: learned from a training part, applied to any part."""
