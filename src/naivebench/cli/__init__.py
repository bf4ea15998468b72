"""The commands of `naivebench`, one module each. Its docstring and EXAMPLES are the help of the command;
`add_arguments(command)` declares the arguments, and `run(arguments)` does the work.
"""
