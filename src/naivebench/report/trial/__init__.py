"""The page of a trial: one file that contains everything it needs."""
