"""Every text of the app's own screens, in one place so that another language can stand beside it.

Sentences about a game's rules and moves come from the game (``engine/<game>/words``), not from here.
"""

from __future__ import annotations

from typing import Final

NAME: Final = "Card Night"
HOUSE_LINE: Final = "110, Forty-Fives and Deeds. No account, no ads, plays offline."

# -- home -----------------------------------------------------------------------------------------
CONTINUE: Final = "Continue"
HOW_IT_ENDED: Final = "How it ended"
PLAY_ALONE: Final = "Play alone"
PLAY_ALONE_NOTE: Final = "against bots, anywhere"
PLAY_FRIENDS: Final = "Play with friends"
PLAY_FRIENDS_NOTE: Final = "each on a phone, by a code or a link"
BACK_TO_ROOM: Final = "Back to the room"
ROOMS_COMING: Final = "Fetching what rooms need …"
ROOMS_FAILED: Final = (
    "What rooms need did not arrive. Check the connection, then try again; playing alone works."
)
RULES: Final = "Rules"
SETTINGS: Final = "Settings"
GETTING_READY: Final = "Getting the table ready…"
READY: Final = "Ready to play"
READY_OFFLINE: Final = "Ready to play offline"
UPDATE: Final = "A new version is here."
UPDATE_NOW: Final = "Update now"
INSTALL: Final = "Keep Card Night on your home screen: it opens like an app, offline too."
INSTALL_NOW: Final = "Install"
INSTALL_IOS: Final = (
    "To keep Card Night on your home screen: tap the share sign below, then “Add to Home Screen”. "
    "Games kept only in the browser are lost after a week without a visit."
)
PLAIN_ADDRESS: Final = (
    "Opened from a plain http address: everything plays, but it cannot be installed here "
    "or opened without the network."
)
DISMISS: Final = "Put away"
DELETED: Final = "Everything kept on this device was deleted."

# -- new game -------------------------------------------------------------------------------------
NEW_GAME: Final = "Play alone"
GAME: Final = "Game"
PLAYERS: Final = "Players, you among them"
LEVEL: Final = "The others"
LEVELS: Final = {
    "steady": ("Steady", "keeps count, plays to win, wastes nothing"),
    "mixed": ("Mixed", "one plays steadily, the next plays any card"),
    "random": ("Careless", "plays any card it may"),
}
HOUSE_RULES: Final = "House rules"
DEAL: Final = "Deal"
REPLACES: Final = "A game is kept. Dealing a new one puts an end to it."

OTHER_TABLES: Final = "Other tables"
OTHER_TABLES_NOTE: Final = "how it is played elsewhere, and your own rules"
FAMILY: Final = "How it is played elsewhere"
YOUR_SETS: Final = "Your own rules"
NO_SETS: Final = "None are saved yet. Change a house rule, give it a name and save it."
RULES_LINK: Final = "rules"
RULES_OF_TABLE: Final = "The rules of this table"
CANNOT_WORK: Final = "These rules cannot be played together."
WRITE_AGAIN: Final = "As written"
SET_NAME: Final = "Name of these rules"
SET_NAME_HINT: Final = "so that they can be saved and sent to others"
SAVE: Final = "Save"
SAVED: Final = "Saved as “{name}”."
SEND: Final = "Send"
COPY_TEXT: Final = "Copy as text"
NAME_WANTED: Final = "Give the rules a name first, then save them."
PASTE: Final = "Rules from a friend"
PASTE_HINT: Final = "paste a link or a text with rules here"
USE: Final = "Use these rules"
DELETE_SET: Final = "Delete"
OFFER: Final = "Rules from a link"
OFFER_LINE: Final = "Somebody sent you these rules. Look at what differs, then use them or not."
NOTHING_DIFFERS: Final = "Nothing differs from the rules as written."
BROKEN_LINK: Final = "The link could not be opened. {reason}"
BROKEN_RULES: Final = "These rules could not be read. {reason}"
SETS_LOST: Final = "Some saved rules could not be read any more; the others are here."
WRITTEN: Final = "As written: {value}."
NOT_THIS: Final = "No, thanks"
CHANGED: Final = "changed"

# -- the table ------------------------------------------------------------------------------------
YOU: Final = "You"
MENU: Final = "Menu"
BACK: Final = "Back"
CLOSE: Final = "Close"
LEAVE: Final = "Home"
LEAVE_NOTE: Final = "you can go on later"
DETAILS: Final = "Details of this game"
END_GAME: Final = "End this game"
END_ASK: Final = "End this game for good?"
END_TEXT: Final = "Its scores and its hands are forgotten."
END_YES: Final = "End it"
GO_ON: Final = "Play on"
HELP: Final = "Rules of this table"

# -- results --------------------------------------------------------------------------------------
NEXT_HAND: Final = "Next hand"
SEE_PLACES: Final = "Who has won"
AGAIN: Final = "Play again"
HOME: Final = "Home"
SHARE: Final = "Share the result"
SHARED: Final = {
    "shared": "Shared.",
    "copied": "Copied: paste it wherever you like.",
    "failed": "This browser did not let it be shared or copied.",
}

# -- settings -------------------------------------------------------------------------------------
YOUR_NAME: Final = "Your name at the table"
YOUR_NAME_HINT: Final = "Up to 24 letters; empty means “You”."
THEME: Final = "Colours of the table"
THEMES: Final = {"auto": "As the phone", "felt": "Felt", "paper": "Paper", "night": "Night"}
FOUR: Final = "Four colours"
FOUR_HINT: Final = "diamonds blue, clubs green"
FIRST_TAP: Final = "Play on the first tap"
FIRST_TAP_HINT: Final = "a card that may be played is played at once, without being explained"
MOTION: Final = "Moving cards"
MOTION_HINT: Final = "cards travel from hand to table"
PACE: Final = "Pace of the bots"
PACES: Final = {"slow": "Slow", "normal": "Normal", "fast": "Fast"}
ON_DEVICE: Final = "On this device"
KEPT_BYTES: Final = "Card Night takes {size} on this device, the program included."
KEPT_UNKNOWN: Final = "How much is kept here is not known: this browser does not say."
DELETE: Final = "Delete everything kept here"
DELETE_NOTE: Final = "the game in progress, the settings, the offline copy"
DELETE_ASK: Final = "Delete everything?"
DELETE_TEXT: Final = (
    "The game in progress, the settings and the offline copy go. Nothing is asked again."
)
DELETE_YES: Final = "Delete"
KEEP_IT: Final = "Keep it"
ABOUT: Final = "About this page"
VERSION: Final = "Version"

# -- details --------------------------------------------------------------------------------------
SEED: Final = "Seed"
SEED_HINT: Final = (
    "Open the page with ?seed= and these letters, choose the same table, and the same cards fall."
)
COPY_RECORD: Final = "Copy the record of this game"
OFFLINE: Final = "Offline copy"
OFFLINE_WHOLE: Final = "whole"
OFFLINE_NOT_YET: Final = "not stored yet"
OFFLINE_NEVER: Final = "not possible from a plain http address"
STORED: Final = "Kept here"
NOT_KNOWN: Final = "not known"
STARTED: Final = "Started"
CODE: Final = {
    "kept": "from code kept ready to run",
    "made": "from its sources; ready to run from the next time on",
    "none": "from its sources",
}
CODE_TROUBLE: Final = {
    "full": "The code could not be kept ready to run: this device is full.",
    "forbidden": "The code could not be kept ready to run: this browser keeps nothing.",
    "damaged": "The code kept ready to run was damaged. It was thrown away and made anew.",
    "failed": "The code could not be kept ready to run.",
}
CODE_PLAIN: Final = "{trouble} Everything plays; only the start takes longer."

# -- trouble --------------------------------------------------------------------------------------
UNREADABLE: Final = "The kept game could not be read"
UNREADABLE_KEPT: Final = (
    "It was put aside unchanged; settings and everything else are as they were."
)
SCORES_WERE: Final = "The scores were: {scores}."
UNREADABLE_DO: Final = (
    "Start a new game, or copy the report first if you want to send it to someone."
)
FORGET_IT: Final = "Throw it away"
COPY_REPORT: Final = "Copy report"
REPORT: Final = "Report"
SETTINGS_LOST: Final = "The kept settings could not be read; the usual ones are used."
STORAGE_FAILED: Final = (
    "This browser keeps nothing for Card Night ({reason}). You can play on, but when the page is "
    "closed this game is gone. Free some space, or leave the private window."
)


def rules_line(title: str, changed: int) -> str:
    """House rules in a line: ``110 as written``, ``110 with 2 house rules``."""
    if not changed:
        return f"{title} as written"
    return f"{title} with {changed} house rule{'s' if changed > 1 else ''}"


def rules_to(name: str) -> str:
    """What is written beside a link to rules."""
    return f"House rules for {NAME}: {name}" if name else f"House rules for {NAME}"


def size(count: int) -> str:
    """A number of bytes for people: ``4.8 MB``."""
    return f"{count / 1e6:.1f} MB" if count >= 100_000 else f"{count / 1e3:.0f} kB"


def page_title(*parts: str) -> str:
    """The title of the browser's tab."""
    return " · ".join([*filter(None, parts), NAME])
