"""Slow restatements of the rules, written from the rules pages alone.

Nothing here imports ``engine``: two texts that share no line and still agree are worth believing.
"""
