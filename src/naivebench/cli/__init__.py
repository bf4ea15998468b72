"""The commands of `naivebench`, one module each.

The docstring of a module and its EXAMPLES are the help of its command. Its functions `add_arguments(command)`
and `run(arguments)` declare the arguments, and do the work with those that `main` has parsed.
"""
