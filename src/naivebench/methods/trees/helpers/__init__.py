"""Modules that the tree methods share."""
