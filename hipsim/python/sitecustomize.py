# SPDX-License-Identifier: Apache-2.0
"""Start-up of Python in a simulated environment.

With ``hipsim/run --exact``, sets the exact allocator as soon as the program has
imported CuPy. A ``sitecustomize`` further down the path still runs.
"""

import importlib.abc
import importlib.util
import os
import sys


class _AfterImport(importlib.abc.MetaPathFinder):
    """Lets the import of CuPy finish, then acts."""

    def find_spec(self, name, path, target=None):
        """Wrap the loader of ``cupy``, once."""
        if name != "cupy":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        load = spec.loader.exec_module

        def exec_module(module):
            load(module)
            import hipsim

            hipsim.exact_allocations()

        spec.loader.exec_module = exec_module
        return spec


def _run_next() -> None:
    here = os.path.dirname(os.path.abspath(__file__))
    others = [p for p in sys.path if os.path.abspath(p or ".") != here]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
    if spec and spec.loader:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


if os.environ.get("HIPSIM_EXACT") == "1":
    sys.meta_path.insert(0, _AfterImport())
_run_next()
