"""The look of Card Night: plain functions from plain data to HTML.

Nothing here knows a rule, a game or a sentence: the screens hand over every word that is
shown, every event that a tap sends and every card as its short text ("5S", "10H", "JK").

    parts    actions and buttons, page frames, notices
    dialogs  questions, menus and errors, over a page or in its place
    cards    faces, backs, rows of cards
    sprite   all drawings, once in the page
    icons    small line drawings
    forms    choices, switches, fields, rows that lead somewhere
    home     the first screen
    table    plates, trick, hand, the strip at the finger
    sheets   what rises from below: bid, trump, throw, waiting
    chart    scores over the hands as lines
    result   hand result, all hands, step by step, places
    reading  pages of rules
"""
