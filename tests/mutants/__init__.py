"""Puts faults into a file, one at a time, and says which of them the nearest tests do not notice.

python -m mutants FILE... (from tests/, or make mutants FILES=...). The faults are Cosmic Ray's. The
nearest tests of a fault are those that run its function and little else, a few seconds of them:
what each test runs is recorded once, and again when its file has changed. Tests of other processes
and the deep ones are none of them. No file is changed: a fault is compiled in the process that runs
the tests, which is forked from one that has loaded everything but the project.
"""
