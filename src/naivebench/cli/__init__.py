"""The commands of `naivebench`, one module each: `run(arguments)` with the arguments that `main` parsed."""
