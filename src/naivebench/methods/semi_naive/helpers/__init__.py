"""Modules that the semi-naive methods share."""
