"""`python -m tabbytop`."""

from __future__ import annotations

from tabbytop.cli.main import main

main()
