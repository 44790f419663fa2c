"""Run every benchmark, or those named: python -m bench [NAME ...]."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path


def main() -> None:
    """Run the modules of this folder that have a `main`, in order of name."""
    names = sorted(
        module.name
        for module in pkgutil.iter_modules([str(Path(__file__).parent)])
        if not module.name.startswith("_")
    )
    chosen, sys.argv = sys.argv[1:] or names, sys.argv[:1]
    for name in chosen:
        module = importlib.import_module(f"bench.{name}")
        if hasattr(module, "main"):
            print(f"== {name}: {(module.__doc__ or '').strip().splitlines()[0]}")
            module.main()


if __name__ == "__main__":
    main()
