"""Class tables of combinations of values, smoothed by the tables of their parts: DE, ADE, HPB, HDP."""
