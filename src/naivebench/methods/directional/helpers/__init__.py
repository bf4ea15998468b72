"""Modules that the methods for angles and directions share."""
