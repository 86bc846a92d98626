# SPDX-License-Identifier: Apache-2.0
"""Run array-api-tests on this package and write a report.

The suite is used at one pinned commit. It is taken from ``--suite``, else from
``.suite/array-api-tests``, else cloned there. The exit status is 0 only if
every test did what was expected: passed, was skipped by the suite, or failed
with its cause in ``conformance/xfails.txt``.

    python conformance/run.py --device cpu --max-examples 200 --seed 1
"""

import argparse
import datetime
import importlib
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import report

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "conformance"
SUITE_URL = "https://github.com/data-apis/array-api-tests"
SUITE_COMMIT = "55fcc60179efa2680ddd6cd926ddf17b83530e2b"
STANDARD = "2025.12"
DEFAULT_SUITE = ROOT / ".suite" / "array-api-tests"


class SetupError(Exception):
    """The suite cannot be run; the text says what is missing."""


def parse_arguments(argv=None):
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--device", default="cpu", help="default device of the run")
    parser.add_argument("--max-examples", type=int, default=50, help="examples per test")
    parser.add_argument("--seed", type=int, default=0, help="seed of the examples")
    parser.add_argument("--suite", type=Path, help="checkout of array-api-tests")
    parser.add_argument(
        "--fusion",
        choices=("on", "off", "always"),
        default="on",
        help="always: small operands are left pending too, so that the suite reaches fusion",
    )
    parser.add_argument("-k", dest="select", default="", help="pytest expression: run a part")
    parser.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--xfails", type=Path, default=HERE / "xfails.txt")
    parser.add_argument("--reports", type=Path, default=HERE / "reports")
    parser.add_argument("--module", default="lfs_hip_array", help=argparse.SUPPRESS)
    arguments = parser.parse_args(argv)
    if arguments.max_examples < 1 or arguments.workers < 1:
        parser.error("--max-examples and --workers must be at least 1")
    return arguments


def git(*words, cwd):
    """Return what a git command prints, or None if it fails."""
    command = ["git", "-c", "safe.directory=*", *words]
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


def find_suite(wanted):
    """Return the folder of the suite, cloning it if need be."""
    folder = wanted or DEFAULT_SUITE
    if not (folder / "array_api_tests").is_dir():
        if wanted:
            raise SetupError(f"--suite {wanted}: no array_api_tests folder there")
        clone(folder)
    stubs = folder / "array-api" / "src" / "array_api_stubs"
    if not stubs.is_dir():
        raise SetupError(f"the suite lacks its submodule: git -C {folder} submodule update --init")
    commit = git("rev-parse", "HEAD", cwd=folder)
    if commit != SUITE_COMMIT:
        raise SetupError(
            f"the suite is at {commit}, this runner is pinned to {SUITE_COMMIT}: "
            f"git -C {folder} checkout {SUITE_COMMIT}"
        )
    return folder.resolve()


def clone(folder):
    """Clone the suite at the pinned commit, with its submodule."""
    print(f"cloning {SUITE_URL} into {folder.relative_to(ROOT)}", file=sys.stderr)
    folder.mkdir(parents=True, exist_ok=True)
    steps = (
        ("init", "-q"),
        ("fetch", "-q", "--depth", "1", SUITE_URL, SUITE_COMMIT),
        ("checkout", "-q", "FETCH_HEAD"),
        ("submodule", "update", "-q", "--init", "--depth", "1"),
    )
    for step in steps:
        if git(*step, cwd=folder) is None:
            raise SetupError(
                f"array-api-tests is not at hand and 'git {' '.join(step)}' failed: with network "
                f"access to {SUITE_URL} it is cloned, without it pass --suite PATH (commit "
                f"{SUITE_COMMIT} with its submodule)"
            )


def read_xfails(path):
    """Return ``{test id: cause}`` of the file of expected failures."""
    causes = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        test, mark, cause = line.partition("  # ")
        if not mark or not cause.strip():
            raise SetupError(f"{path.name} line {number}: '<test id>  # <cause>' expected")
        causes[test.strip()] = cause.strip()
    return causes


def suite_command(arguments, xfails_file, json_file):
    """Return the pytest command line that runs the suite."""
    command = [sys.executable, "-m", "pytest", "array_api_tests", "-q", "--tb=no", "-rN"]
    command += ["-p", "no:cacheprovider", "--disable-warnings", "--disable-deadline"]
    command += ["--max-examples", str(arguments.max_examples)]
    command += ["--hypothesis-seed", str(arguments.seed)]
    command += ["--xfails-file", str(xfails_file), "--skips-file", os.devnull]
    command += ["--json-report", f"--json-report-file={json_file}", "--json-report-omit=keywords"]
    command += ["-n", str(arguments.workers)] if arguments.workers > 1 else []
    return command + (["-k", arguments.select] if arguments.select else [])


def run_suite(arguments, suite, causes):
    """Run the suite; return pytest's status and its JSON report (None if there is none)."""
    with tempfile.TemporaryDirectory() as scratch:
        xfails_file = Path(scratch, "xfails.txt")
        xfails_file.write_text("".join(f"{test}\n" for test in causes), encoding="utf-8")
        json_file = Path(scratch, "raw.json")
        environment = {
            **os.environ,
            "ARRAY_API_TESTS_MODULE": arguments.module,
            "ARRAY_API_TESTS_VERSION": STANDARD,
            "LFS_HIP_DEVICE": arguments.device,
            "LFS_HIP_FUSION": "0" if arguments.fusion == "off" else "1",
            "HYPOTHESIS_STORAGE_DIRECTORY": str(Path(scratch, "hypothesis")),
            "PYTHONPATH": os.pathsep.join(
                filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")])
            ),
        }
        if arguments.fusion == "always":
            environment["LFS_HIP_EAGER_SIZE"] = "-1"
        command = suite_command(arguments, xfails_file, json_file)
        status = subprocess.run(command, cwd=suite, env=environment, check=False).returncode
        if not json_file.exists():
            return status, None
        return status, json.loads(json_file.read_text(encoding="utf-8"))


def facts(arguments, suite):
    """Return what the report says about the run besides its results."""
    module = importlib.import_module(arguments.module)
    dirty = git("status", "--porcelain", "--untracked-files=no", cwd=ROOT)
    return {
        "module": arguments.module,
        "module version": getattr(module, "__version__", "unknown"),
        "project commit": (git("rev-parse", "HEAD", cwd=ROOT) or "unknown")
        + (" with local changes" if dirty else ""),
        "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "standard": STANDARD,
        "suite commit": git("rev-parse", "HEAD", cwd=suite),
        "device": arguments.device,
        "fusion": arguments.fusion,
        "examples": arguments.max_examples,
        "seed": arguments.seed,
        "selection": arguments.select or "all",
        "python": platform.python_version(),
        **{name: importlib.metadata.version(name) for name in ("numpy", "hypothesis", "pytest")},
        "machine": f"{platform.system()} {platform.machine()}",
    }


def report_name(arguments):
    """Return the stem of the report files: one per setting, so that runs do not hide runs."""
    name = "" if arguments.module == "lfs_hip_array" else f"{arguments.module}-"
    part = "-part" if arguments.select else ""
    return (
        f"{name}{arguments.device.replace(':', '')}-fusion-{arguments.fusion}"
        f"-{arguments.max_examples}-examples-seed-{arguments.seed}{part}"
    )


def main(argv=None):
    """Run, report, and return the exit status."""
    arguments = parse_arguments(argv)
    sys.path.insert(0, str(ROOT))
    try:
        causes = read_xfails(arguments.xfails)
        suite = find_suite(arguments.suite)
        about = facts(arguments, suite)
    except (SetupError, ImportError) as error:
        print(f"conformance: {error}", file=sys.stderr)
        return 2
    start = time.monotonic()
    status, raw = run_suite(arguments, suite, causes)
    about["seconds"] = round(time.monotonic() - start)
    if raw is None:
        print(f"conformance: the suite did not run (pytest status {status})", file=sys.stderr)
        return 2
    result = report.digest(raw, about, causes, status, hide=(suite, ROOT))
    path = report.write(result, arguments.reports, report_name(arguments))
    print(report.summary(result))
    print(f"report: {os.path.relpath(path)}")
    return 1 if result["unexpected"] else 0


if __name__ == "__main__":
    sys.exit(main())
