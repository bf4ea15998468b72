"""Class tables of combinations of values, smoothed by those of their parts: DE, ADE, HPB, HDP."""
