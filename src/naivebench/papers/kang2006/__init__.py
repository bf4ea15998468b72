"""The section of the report on kang2006."""
