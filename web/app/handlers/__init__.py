"""What events do to the model, by theme: ``start``, ``travel``, ``house`` rules, ``settings``.

Each module ends with its table of events; ``update`` joins them. Taps on a table belong to the
screens of its game.
"""
