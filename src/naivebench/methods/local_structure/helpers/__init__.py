"""Modules that the methods with local structure share."""
