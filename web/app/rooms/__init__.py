"""Playing together: everything of the app that only a room needs, imported when one is asked for.

``wiring`` drives ``engine.rooms`` and the line · ``taps`` what is done in a room, ``ways`` between the screens,
``following`` and ``telling`` what happens in it · ``company`` the room
as a value to be painted · ``table`` its table as the screens of the games see it · ``entry``,
``waiting``, ``lobby``, ``seats``, ``over``, ``beside`` the pages and what lies over them · ``invitation``
the code as letters, link and pattern · ``words`` the sentences.
"""
