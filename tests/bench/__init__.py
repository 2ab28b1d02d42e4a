"""Benchmarks: ``python -m tests.bench [GROUP] [--json]`` prints what was measured, one a line.

One module a group, each with ``run() -> Iterator[Figure]``; ``__main__`` holds their list.
"""
