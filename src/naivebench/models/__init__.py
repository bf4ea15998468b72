"""Fitted methods as values: prediction, explanation, export and storage."""
