"""`python -m judgekit.cli` is the command."""

from judgekit.cli.main import main

main()
