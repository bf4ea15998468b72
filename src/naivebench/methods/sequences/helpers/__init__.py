"""Modules that the methods for texts and sequences share."""
