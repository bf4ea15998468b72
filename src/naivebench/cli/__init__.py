"""The commands of `naivebench`, one module each.

The docstring of a module and its EXAMPLES are the help of its command. `add_arguments(command)` declares the
arguments, and `run(arguments)` does the work with the parsed ones.
"""
