# SPDX-License-Identifier: Apache-2.0
"""What libhiprtc runs: compile the program that lies in a folder.

The folder holds `source`, `name`, `options` and `names` (NUL-separated), and
`headers/`. Left there are `log` and, on success, `code` and `compiled` (1 if
the cache did not have it).
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from compile import CompileError, compile_kernel


def _list(path: Path) -> list[str]:
    return [item for item in path.read_text().split("\0") if item]


def main(folder: Path) -> int:
    """Exit status of the compilation."""
    headers = folder / "headers"
    try:
        result = compile_kernel(
            (folder / "source").read_text(),
            _list(folder / "options"),
            _list(folder / "names"),
            (folder / "name").read_text() or "kernel.hip",
            headers if headers.is_dir() else None,
        )
    except CompileError as error:
        (folder / "log").write_text(str(error))
        return 1
    (folder / "log").write_text(result.log)
    (folder / "code").write_bytes(result.code)
    (folder / "compiled").write_text("1" if result.compiled else "0")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
