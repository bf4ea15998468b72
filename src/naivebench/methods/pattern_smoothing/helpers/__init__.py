"""Modules that the methods of pattern smoothing share."""
