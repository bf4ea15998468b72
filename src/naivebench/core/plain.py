"""Conversion of NamedTuples to JSON values."""

from __future__ import annotations

from typing import Any


def plain(value: Any) -> Any:
    """The value with NamedTuples as dicts and other tuples as lists, at every depth."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {key: plain(item) for key, item in zip(value._fields, value, strict=True)}
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value
