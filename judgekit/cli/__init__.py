"""The command: one file for each of its verbs, which parse, call one function and print."""
