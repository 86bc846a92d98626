# SPDX-License-Identifier: Apache-2.0
"""The conformance runner tells expected results from unexpected ones."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "conformance"))
import report
import run

ABOUT = {"selection": "all", "device": "cpu"}
FOLDER = Path("/somewhere/suite")


def outcome(name, result, **stage):
    stage = {"outcome": "passed", **stage}
    return {"nodeid": f"array_api_tests/test_a.py::{name}", "outcome": result, "call": stage}


def failed(name, message="AssertionError: out=1"):
    return outcome(name, "failed", outcome="failed", crash={"message": message})


def skipped(name, text):
    where = (f"{FOLDER}/array_api_tests/test_a.py", 3, f"Skipped: {text}")
    header = "[gw1] linux -- Python 3.12.1 /somewhere/bin/python\n"  # of a parallel run
    return outcome(name, "skipped", outcome="skipped", longrepr=f"{header}{where}")


def digest(*tests, causes=None, status=0, about=ABOUT, **raw):
    return report.digest({"tests": list(tests), **raw}, about, causes or {}, status, hide=[FOLDER])


def test_all_expected():
    tests = [outcome("test_x", "passed"), outcome("test_y[1]", "xfailed"), skipped("test_z", "no")]
    causes = {"array_api_tests/test_a.py::test_y": "the suite is wrong"}
    result = digest(*tests, causes=causes)
    assert result["unexpected"] == []
    assert result["total"] == {
        "passed": 1,
        "failed": 0,
        "error": 0,
        "skipped": 1,
        "xfailed": 1,
        "xpassed": 0,
    }
    assert result["modules"] == {"array_api_tests/test_a.py": result["total"]}
    assert [x["cause"] for x in result["xfailed"]] == ["the suite is wrong"]
    assert [x["cause"] for x in result["skipped"]] == ["no"]


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ([failed("test_x")], {"status": 1}),
        ([outcome("test_x", "xpassed")], {}),
        ([outcome("test_x", "error", outcome="failed", longrepr="broken")], {"status": 1}),
        ([], {}),
        ([outcome("test_x", "passed")], {"status": 2}),
        ([outcome("test_x", "passed")], {"status": 1}),
        ([outcome("test_x", "passed")], {"causes": {"array_api_tests/test_a.py::gone": "old"}}),
        (
            [outcome("test_x", "passed")],
            {"collectors": [{"nodeid": "test_b.py", "outcome": "failed", "longrepr": "broken"}]},
        ),
    ],
    ids="failed xpassed error empty interrupted disagreeing stale collection".split(),  # noqa: SIM905
)
def test_unexpected(arguments, options):
    result = digest(*arguments, **options)
    assert len(result["unexpected"]) == 1
    assert "**There are unexpected results.**" in report.markdown(result)
    assert "UNEXPECTED" in report.summary(result)


def test_a_test_that_fails_by_the_examples_may_pass():
    test = outcome("test_x", "xpassed")
    known = {test["nodeid"]: "sometimes: the suite compares None with a dtype"}
    assert digest(test, causes=known)["unexpected"] == []
    assert digest(outcome("test_x", "xfailed"), causes=known)["unexpected"] == []
    assert len(digest(failed("test_x"), causes=known, status=1)["unexpected"]) == 1 + 1


def test_a_partial_run_does_not_miss_expected_failures():
    causes = {"array_api_tests/test_a.py::elsewhere": "known"}
    about = {**ABOUT, "selection": "test_x"}
    assert digest(outcome("test_x", "passed"), causes=causes, about=about)["unexpected"] == []


def test_texts_name_no_folder_of_the_machine():
    message = f"{FOLDER}/array_api_tests/x.py and /usr/lib/python3/site-packages/numpy/a.py"
    result = digest(failed("test_x", message), status=1)
    assert result["unexpected"][0]["message"] == "array_api_tests/x.py and numpy/a.py"


def test_markdown_has_every_module_and_cause():
    result = digest(outcome("test_x[a|b]", "xfailed"), skipped("test_z", "no fft"))
    text = report.markdown(result)
    assert "| test_a.py | 0 | 0 | 0 | 1 | 1 | 0 |" in text
    assert "| no fft | 1 | test_z |" in text
    assert "test_x[a\\|b]" in text


def test_files_are_written(tmp_path):
    path = report.write(digest(outcome("test_x", "passed")), tmp_path / "new", "cpu")
    assert sorted(p.name for p in path.parent.iterdir()) == ["cpu.json", "cpu.md"]
    assert path.read_text().startswith("# array-api-tests")


def test_xfails_need_a_cause(tmp_path):
    file = tmp_path / "xfails.txt"
    file.write_text("# comment\n\na.py::test_b[x1 is # 3]  # the suite's issue 5\n")
    assert run.read_xfails(file) == {"a.py::test_b[x1 is # 3]": "the suite's issue 5"}
    file.write_text("a.py::test_b\n")
    with pytest.raises(run.SetupError, match=r"xfails.txt line 1"):
        run.read_xfails(file)


def test_projects_own_xfails_are_well_formed():
    causes = run.read_xfails(run.HERE / "xfails.txt")
    assert all(test.startswith("array_api_tests/") for test in causes)


def test_a_missing_suite_is_a_clear_error(tmp_path, capsys):
    status = run.main(["--suite", str(tmp_path), "--reports", str(tmp_path)])
    assert status == 2
    assert "no array_api_tests folder" in capsys.readouterr().err


def test_another_commit_is_refused(tmp_path):
    (tmp_path / "array_api_tests").mkdir()
    with pytest.raises(run.SetupError, match="submodule"):
        run.find_suite(tmp_path)
    (tmp_path / "array-api" / "src" / "array_api_stubs").mkdir(parents=True)
    with pytest.raises(run.SetupError, match=run.SUITE_COMMIT):
        run.find_suite(tmp_path)


@pytest.mark.parametrize("bad", [["--max-examples", "0"], ["--workers", "0"], ["--fusion", "x"]])
def test_bad_arguments(bad):
    with pytest.raises(SystemExit):
        run.parse_arguments(bad)


def test_report_names_tell_settings_apart():
    def name(*words):
        return run.report_name(run.parse_arguments(list(words)))

    names = {
        name(),
        name("--seed", "1"),
        name("--fusion", "off"),
        name("--max-examples", "7"),
        name("-k", "sum"),
        name("--device", "gpu:0"),
        name("--module", "array_api_strict"),
    }
    assert len(names) == 7
    assert not any(":" in n or "/" in n for n in names)
