"""``python -m table_controller.runtime``: the same as the command ``cardspeak``."""

from table_controller.runtime.cli.main import main

main()
