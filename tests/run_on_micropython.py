"""Runs a module's tests on MicroPython: run_on_micropython.py FIRMWARE TESTS MODULE [TEST ...]."""

import sys

sys.path[:0] = sys.argv[1:3]
module = sys.argv[3]
tests = __import__(module, None, None, ("*",))
failed = 0
names = sys.argv[4:] or [name for name in dir(tests) if name.startswith("test_")]
for name in sorted(names):
    try:
        getattr(tests, name)()
    except Exception as error:
        failed += 1
        print("FAILED", name)
        if not hasattr(sys, "print_exception"):
            raise  # not MicroPython
        sys.print_exception(error)
print(len(names) - failed, "passed,", failed, "failed")
sys.exit(1 if failed or not names else 0)
