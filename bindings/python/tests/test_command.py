"""``python -m dehusk`` is the command; importing the package is quick."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import dehusk


def run(*args, **more):
    return subprocess.run([sys.executable, "-m", "dehusk", *map(str, args)], capture_output=True, text=True, **more)


def test_the_command_writes_articles(example):
    done = run("--format", "markdown", example)
    assert done.returncode == 0
    assert done.stdout.strip() == dehusk.extract(example).markdown.strip()


def test_json_is_the_commands(example):
    told = json.loads(run("--format", "json", example).stdout)
    assert dehusk.extract(example).to_dict() == told


def test_standard_input_and_lines(ferry, example):
    done = run("--jsonl", "-", example, input=ferry)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["ok"] for line in lines] == [True, True]


def test_codes_and_words_are_the_commands():
    missing = run("no/such/page.html")
    assert missing.returncode == 2
    assert "there is no such file" in missing.stderr
    wrong = run("--favour", "recall", "x.html")
    assert wrong.returncode == 2
    assert "--favor" in wrong.stderr
    assert run("--version").stdout.strip() == f"dehusk {dehusk.__version__}"
    if "train" not in run("--help").stdout:  # Built among the project's tests it has the laboratory too.
        assert "without train" in run("train", "auto").stderr


def test_importing_is_quick():
    # The processor's time: a busy machine says nothing about the package.
    code = "import time; t = time.process_time(); import dehusk; print(time.process_time() - t)"
    times = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(5)]
    # 30 ms are promised of a release build.
    assert min(times) < 0.1
    needed = "import sys, dehusk; print(any(name in sys.modules for name in ('pyarrow', 'pandas', 'pyspark', 'ray')))"
    assert subprocess.check_output([sys.executable, "-c", needed], text=True).strip() == "False"


def test_examples_in_documentation_run():
    import doctest

    import dehusk._explain
    import dehusk._many
    import dehusk._metadata
    import dehusk.compat.trafilatura

    modules = [dehusk, dehusk._explain, dehusk._many, dehusk._metadata, dehusk.compat.trafilatura]
    results = [doctest.testmod(module) for module in modules]
    assert all(result.failed == 0 for result in results)
    assert sum(result.attempted for result in results) > 8


def test_stubs_are_true(tmp_path):
    pytest.importorskip("mypy")
    # Every public name is in the package's own list.
    (tmp_path / "allowed").write_text("dehusk._dehusk.__all__\n")
    done = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "dehusk._dehusk", "--allowlist", tmp_path / "allowed"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
