"""What the papers printed and claimed, beside this run; one sub-folder per paper."""
