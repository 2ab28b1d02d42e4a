"""Bots: ``bot`` is the contract, one file per way of playing, ``arena`` measures them."""
