"""The games of Card Night, in pure Python: the same bytes run in CPython, in the browser and in the tests.

Nothing here knows a browser, a socket, a clock or a file; chance enters only through shuffles that
the caller makes. Imports go one way: ``cards → game → a game → bots``, with ``table`` and ``record``
on top of the contract.
"""
