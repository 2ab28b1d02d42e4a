"""The relay: an ordered log a room, of which it understands nothing.

It numbers what phones say, keeps it for a few hours, echoes it to everyone in the room and forgets.
``log`` is one room's log, ``limits`` what anybody may do how often, ``frames`` the form of what is
said, ``room`` the whole behaviour: none of these knows a socket or a clock, time is an argument.
``server`` is the shell around them and ``valkey_log`` a store that several relays share. It has no
game in it, and it cannot read what it carries.
"""
