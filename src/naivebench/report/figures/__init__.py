"""The figures of the report; `catalogue` lists them."""
