"""The tests do not depend on how they were started."""

import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from depth import deep
from tourelle_host.together.accounts import Accounts

TEST = """
import signal, subprocess, sys

def test_a_process_hears_ctrl_c():
    kill = "import os, signal; os.kill(os.getpid(), signal.SIGINT)"
    done = subprocess.run([sys.executable, "-c", kill], capture_output=True)
    assert b"KeyboardInterrupt" in done.stderr
"""


@pytest.mark.parametrize("workers", [[], *deep(["-n", "1"])], ids=["alone", "in a worker"])
def test_ctrl_c_is_heard_where_a_shell_had_it_ignored(tmp_path, workers):
    """As shells do for what runs in the background."""
    conftest = Path(__file__).with_name("conftest.py").read_text(encoding="utf-8")
    (tmp_path / "conftest.py").write_text(conftest, encoding="utf-8")
    (tmp_path / "test_this.py").write_text(TEST)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that starts inherits it
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *workers],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    assert done.returncode == 0, done.stdout


def test_no_account_is_the_developers_own():
    assert Path(tempfile.gettempdir()) in Accounts().folder.parents
