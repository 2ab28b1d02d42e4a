"""Rooms: friends at one table, each with a phone, over a relay that knows nothing.

``room.Room`` is one phone's whole side: frames of the relay in, frames and what is to be kept out. It
is pure: no clock, no socket, no file, no chance of its own; and it knows games by their contract alone.
``PROTOCOL.md`` tells on a page what is said on the wire, and what the relay can see of it. Bottom up:

- ``codes``, ``sealing``, ``pictures``, ``names``, ``emotes``: letters, keys and words.
- ``identity``: a phone's secrets, and what binds its keys to the room; ``greeting`` how a newcomer gets
  the room's secret, ``entering`` its side of the door and ``door`` that of the phones inside.
- ``messages``: what is said about the room, ``forms`` how it is written and signed; ``lobby`` the room as
  all see it; ``deciding`` who may say what when and what follows, judged in ``seating``, ``going`` and
  ``claiming``, in the words of ``acts``.
- ``log``, ``outbox``, ``session``: the relay's entries, what is to be said, the talk; ``ledger``: the
  signatures and the fold.
- ``play``: the sealed table of the room; ``presence``: who is there.
- ``room``, with ``folding`` (an entry taken in), ``duties`` (what a phone does by itself), ``doing`` (what
  its person does), ``settling`` (what may be forgotten), ``keeping`` and ``restoring`` (what it keeps) and
  ``showing`` (its ``views``); ``actions`` and ``events`` are its words to the app.
"""
