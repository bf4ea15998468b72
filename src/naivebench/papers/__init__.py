"""What the papers state, and what a run says about it: claims with verdicts, printed numbers, tables."""
