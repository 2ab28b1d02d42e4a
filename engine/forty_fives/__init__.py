"""The Forty-fives family: one engine fed by a frozen ``Rules`` value.

``rules`` what can differ · ``variants`` the named tables · ``ranking`` what beats what · ``state``
the phases of a hand · ``legality`` what may be done and why not · ``auction`` and ``transitions``
what a move does · ``scoring`` what a hand is worth · ``words`` the sentences ·
``telling`` what happened and what a seat sees · ``cases`` rule cases.
"""
