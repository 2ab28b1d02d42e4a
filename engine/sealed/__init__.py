"""The sealed deal: cards dealt among devices that trust neither each other nor whoever carries
their messages, and no dealer.

No device but its owner's ever holds a hidden card in the clear; nobody can bias a deal; a cheat is
named, with a proof for third parties, at the latest when the hand ends; and a device that drops out
does not end the game. Every card is a point of a group, masked by a key that all devices hold in
parts (ElGamal, n of n; after Barnett and Smart, "Mental poker revisited", 2003).

Not promised: constant-time arithmetic, so a device's keys last for one hand and nobody else should
time its work; that n-1 devices together learn nothing of the last one's cards, for that is the
price of going on without it (with two devices even that holds); who it was that cut a line.

Everything here is pure: no clock, no files, no network, and chance comes in as an argument, so
the same calls give the same bytes again, in every Python. Bottom up:

- ``steps``: long work in short pieces.
- ``curve``, ``ristretto``: the group's arithmetic; ``group``: what all others use of it, and hashes.
- ``proofs``: signatures, proofs of knowledge, proofs that many shares belong to one key.
- ``cpace``: a strong key between two devices from a short password, for entering a room.
- ``deck``, ``shuffle_proof``: cards as points, masked and shuffled; the proof that a shuffle is one.
- ``backup``: a hand's key in parts among the others, who can stand in for an absent device.
- ``wire``, ``messages``, ``journal``: bytes, what they say, and the one ordered log of them.
- ``table``, ``hand``, ``standing``: what was agreed upon, one deal, and all that the log says.
- ``fold``: what a message changes, to anybody, without a secret; ``preparing``, ``playing`` and
  ``ending`` judge it, in the words of ``ruling``, and ``events`` are what there is to tell.
- ``taking_back``: the last move is undone, by everyone's consent.
- ``audit``: the opening of all keys after a hand, and the verdict; ``evidence``: both as a text;
  ``receipt``: what proves the state after a hand to who has not heard it.
- ``onlooker``: who only hears; ``peer``: one device, with its secrets (``own``), what it must do
  (``duties``, ``readying``) and what it keeps (``keeping``); ``handing``: it moves to another phone.
"""
