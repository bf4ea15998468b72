"""The page of a trial: one self-contained file that needs no other package."""
