"""The jobs of the workflow: what they are told (settings, files, arguments), what they inherit, and what they
do where that is more than a call (one module for each such rule).
"""
