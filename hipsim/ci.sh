#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Build the simulator and run its tests. From a bare Debian 12 or 13 container
# with g++ and python3 it installs what is missing (as root) and makes its own
# virtual environment; HIPSIM_VENV names another place for it.
set -eu
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
venv=${HIPSIM_VENV:-.venv-hipsim}

if ! [ -x "$venv/bin/python" ]; then
    if ! "$python" -c 'import ensurepip' 2>/dev/null; then
        apt-get update -qq
        apt-get install -qq -y --no-install-recommends python3-venv >/dev/null
    fi
    "$python" -m venv "$venv"
fi
"$venv/bin/python" -c 'import cupy_backends, numpy, pytest' 2>/dev/null ||
    "$venv/bin/python" -m pip install -q --disable-pip-version-check \
        cupy-rocm-7-0 'numpy>=2.1' 'pytest>=8'

"$venv/bin/python" hipsim/build.py --jobs 2

"$venv/bin/python" -m pytest -q -p no:cacheprovider hipsim/tests/pure hipsim/tests/command
for arch in gfx942 gfx1100; do
    echo "device tests on $arch"
    "$venv/bin/python" hipsim/run --arch "$arch" -- \
        "$venv/bin/python" -m pytest -q -p no:cacheprovider hipsim/tests/device
done
