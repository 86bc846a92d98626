# SPDX-License-Identifier: Apache-2.0
"""Turn the raw JSON report of array-api-tests into a short one, and a table."""

import ast
import contextlib
import json
import re
from collections import Counter

OUTCOMES = ("passed", "failed", "error", "skipped", "xfailed", "xpassed")
EXPECTED = ("passed", "skipped", "xfailed")
# A cause that starts so belongs to a test whose drawn examples decide whether it fails.
SOMETIMES = "sometimes: "
# pytest: 0 = all passed, 1 = some failed. Anything else means that the run itself broke.
SOUND_STATUSES = (0, 1)


def digest(raw, about, causes, status, hide=()):
    """Return the report as a dict.

    Parameters
    ----------
    raw : dict
        What pytest-json-report wrote.
    about : dict
        Facts of the run, kept as they are.
    causes : dict
        Cause of each expected failure, by test id.
    status : int
        pytest's exit status.
    hide : sequence of Path
        Folders whose paths are cut out of the texts.
    """
    tests = raw.get("tests", [])
    modules = {}
    for test in tests:
        modules.setdefault(test["nodeid"].partition("::")[0], Counter())[test["outcome"]] += 1
    broken = [c for c in raw.get("collectors", []) if c["outcome"] == "failed"]
    unexpected = [
        {"test": t["nodeid"], "outcome": t["outcome"], "message": _clean(_message(t), hide)}
        for t in tests
        if t["outcome"] not in EXPECTED and not _passes_sometimes(t, causes)
    ] + [
        {"test": c["nodeid"], "outcome": "error", "message": _clean(c.get("longrepr", ""), hide)}
        for c in broken
    ]
    expected_failures = {t["nodeid"] for t in tests if t["outcome"] in ("xfailed", "xpassed")}
    if about["selection"] == "all":
        unexpected += [
            {"test": known, "outcome": "error", "message": "in xfails.txt, but no such test ran"}
            for known in causes
            if not any(test.startswith(known) for test in expected_failures)
        ]
    if status not in SOUND_STATUSES or not tests:
        problem = f"pytest ended with status {status} after {len(tests)} tests"
        unexpected.append({"test": "(the run)", "outcome": "error", "message": problem})
    elif status == 1 and not unexpected:
        unexpected.append(
            {"test": "(the run)", "outcome": "error", "message": "pytest reports a failure"}
        )
    return {
        "about": about,
        "total": _row(sum(modules.values(), Counter())),
        "modules": {name: _row(counts) for name, counts in sorted(modules.items())},
        "unexpected": sorted(unexpected, key=lambda u: u["test"]),
        "xfailed": [
            {"test": t["nodeid"], "cause": _cause(t["nodeid"], causes)}
            for t in tests
            if t["outcome"] in ("xfailed", "xpassed")
        ],
        "skipped": [
            {"test": t["nodeid"], "cause": _clean(_skip_cause(t), hide)}
            for t in sorted(tests, key=lambda t: t["nodeid"])
            if t["outcome"] == "skipped"
        ],
    }


def _row(counts):
    return {outcome: counts[outcome] for outcome in OUTCOMES}


def _stages(test):
    return [test[stage] for stage in ("setup", "call", "teardown") if stage in test]


def _message(test):
    for stage in _stages(test):
        if stage["outcome"] == "failed":
            return stage.get("crash", {}).get("message") or stage.get("longrepr", "")
    return ""


def _skip_cause(test):
    for stage in _stages(test):
        if stage["outcome"] == "skipped":
            text = re.sub(r"^\[gw\d+\] .*\n", "", stage.get("longrepr", ""))  # a worker's header
            with contextlib.suppress(ValueError, SyntaxError):
                text = ast.literal_eval(text)[-1]  # (file, line, text)
            return str(text).removeprefix("Skipped: ")
    return "not said"


def _cause(test, causes):
    return next((c for known, c in causes.items() if test.startswith(known)), "marked in the suite")


def _passes_sometimes(test, causes):
    return test["outcome"] == "xpassed" and _cause(test["nodeid"], causes).startswith(SOMETIMES)


def _clean(text, hide):
    for folder in hide:
        text = text.replace(f"{folder}/", "")
    text = re.sub(r"(/[\w.+-]+)+/site-packages/", "", text)
    return text if len(text) <= 2000 else f"{text[:2000]} …"


def summary(result):
    """Return a few lines for the terminal."""
    lines = [", ".join(f"{count} {outcome}" for outcome, count in result["total"].items() if count)]
    for entry in result["unexpected"]:
        first = entry["message"].partition("\n")[0]
        lines.append(f"UNEXPECTED {entry['outcome']} {entry['test']}: {first[:160]}")
    return "\n".join(lines)


def _table(header, rows):
    yield "| " + " | ".join(header) + " |"
    yield "|" + "|".join("---" for _ in header) + "|"
    for row in rows:
        yield "| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |"


def markdown(result):
    """Return the report as Markdown."""
    good = not result["unexpected"]
    lines = ["# array-api-tests", ""]
    lines += ["Every result is as expected." if good else "**There are unexpected results.**", ""]
    lines += [*_table(("run", ""), result["about"].items()), ""]
    rows = [(name.rpartition("/")[2], *row.values()) for name, row in result["modules"].items()]
    rows.append(("**all**", *result["total"].values()))
    lines += ["## Results", "", *_table(("module", *OUTCOMES), rows), ""]
    if not good:
        lines += ["## Unexpected", ""]
        for entry in result["unexpected"]:
            first = entry["message"].partition("\n")[0]
            lines.append(f"- `{entry['test']}` {entry['outcome']}: {first}")
        lines.append("")
    for title, key in (("expected failures", "xfailed"), ("skipped", "skipped")):
        entries = result[key]
        lines += [f"## {title.capitalize()}, with the cause", ""]
        by_cause = {}
        for entry in entries:
            by_cause.setdefault(entry["cause"], []).append(entry["test"].rpartition("::")[2])
        if entries:
            cells = [(cause, len(t), ", ".join(t)) for cause, t in sorted(by_cause.items())]
            lines += [*_table(("cause", "tests", "which"), cells), ""]
        else:
            lines += ["None.", ""]
    return "\n".join(lines)


def write(result, folder, stem):
    """Write the JSON and the Markdown report; return the latter's path."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(result, indent=1, ensure_ascii=False)
    (folder / f"{stem}.json").write_text(text + "\n", encoding="utf-8")
    path = folder / f"{stem}.md"
    path.write_text(markdown(result), encoding="utf-8")
    return path
