"""The sentences of the rooms, in one place as those of the other screens are in ``texts``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.english import listed

# -- the way in -------------------------------------------------------------------------------------
FRIENDS: Final = "Play with friends"
NAME: Final = "Your name"
NAME_HINT: Final = "so that the others know who sits there"
MAKE: Final = "Make a room"
MAKE_NOTE: Final = "You get a code and a pattern to scan. Two to six play, others may watch."
JOIN: Final = "Join a room"
JOIN_IT: Final = "Join"
CODE: Final = "The room's code"
CODE_HINT: Final = "nine letters, as BRAMB LEKT; or open the link that you were sent"
JOIN_NAMED: Final = "Join room {code}"
INVITED: Final = "You are invited"
INVITED_LINE: Final = "Somebody at the table sent you this room. Nobody sees you before you join."
OTHER_ROOM: Final = (
    "You are in room {old}. Joining another one leaves it for good, and a bot may take your seat."
)
STAY: Final = "Stay in {old}"
KITCHEN: Final = (
    "Opened from a plain http address: the room plays, but this phone cannot keep the game for "
    "offline use, the screen may go dark by itself, and links must be copied by hand. Keep the "
    "screen on in the phone's settings, or host with TLS."
)
INSIDE: Final = (
    "This page is open inside another app, which may forget your seat. Open it in the real browser: "
    "{how}. Then you can go on there."
)
INSIDE_IOS: Final = "tap “…” or the compass, then “Open in Safari”"
INSIDE_OTHER: Final = "tap “⋮”, then “Open in browser”"
COPY_LINK: Final = "Copy link"

# -- the lobby ----------------------------------------------------------------------------------------
ROOM: Final = "The room"
INVITE: Final = "Invite"
INVITE_TEXT: Final = "Cards tonight? Room {code}"
SCAN: Final = "Scan, open the link, or type the code"
PATTERN: Final = "Pattern to scan: the link to room {code}"
SEATS: Final = "Seats"
SEAT_COUNT: Final = "How many play"
FREE: Final = "Free seat"
SIT: Final = "Sit here"
STAND: Final = "Stand up"
ADD_BOT: Final = "Add a bot"
BOTS: Final = {"steady": "Steady bot", "random": "Careless bot"}
YOU: Final = "you"
HOST: Final = "host"
AWAY: Final = "away"
BOT_FOR_NOW: Final = "away, a bot plays"
NEXT_DEAL: Final = "plays from the next deal on"
MORE: Final = "More about this seat"
SIT_FIRST: Final = "Take a free seat to play; else you watch."
WATCHERS: Final = "Without a seat"
WATCHING: Final = "Others may watch"
WATCHING_HINT: Final = "they see the table and nobody's hand"
GAME: Final = "The game"
RULES_IN_WORDS: Final = "The rules in words"
CHANGE_GAME: Final = "Game and house rules"
PARTNERS: Final = "Partners: {pairs}."
CHANGE_PARTNERS: Final = "Other partners"
START: Final = "Start"
REMATCH: Final = "Play again"
STARTING: Final = "Beginning: every phone draws its part of the dealer…"
CANCEL: Final = "Not yet"
LEAVE: Final = "Leave the room for good"
LEAVE_NOTE: Final = "your seat becomes free; going home keeps it"
LEAVE_ASK: Final = "Leave the room for good?"
LEAVE_TEXT: Final = (
    "What this phone keeps of the room is deleted. Going home instead keeps your seat."
)
LEAVE_YES: Final = "Leave"
STAY_HERE: Final = "Stay"
KICK: Final = "Take out of the room"
KICK_ASK: Final = "Take {name} out of the room?"
KICK_TEXT: Final = "The seat becomes free. With the code {name} could come in again."
KICK_YES: Final = "Take out"
MAKE_HOST: Final = "Make {name} the host"
EARLIER: Final = "One seat earlier"
LATER: Final = "One seat later"
NO_BOT: Final = "Take the bot away"
THAT_IS_ME: Final = "That is me"
TO_TABLE: Final = "To the table"
WRONG_TRIES: Final = (
    "Somebody has tried a wrong code {times}. After three the door is shut for a minute."
)
DOOR_SHUT: Final = (
    "Three wrong codes in a row: the door is shut for {left}. You inside are not touched."
)

# -- seats that move ------------------------------------------------------------------------------------
CLAIM_ASK: Final = "Is this {name}'s new phone?"
CLAIM_TEXT: Final = (
    "It shows these two pictures. Look at it: only if they are the same, the seat moves there."
)
CLAIM_YES: Final = "Yes, it is"
CLAIM_NO: Final = "No"
CLAIMING: Final = "Show this to somebody at the table"
CLAIMING_TEXT: Final = (
    "{name}'s seat comes to this phone once somebody inside says that the pictures are the same."
)

# -- at the table -----------------------------------------------------------------------------------------
MENU: Final = "Menu"
EMOTES: Final = "Say something"
EMOTE_WORDS: Final[Mapping[str, str]] = {
    "well played": "Well played!",
    "thank you": "Thank you!",
    "hurry": "Take your time… but not all night",
    "laugh": "Ha ha!",
    "oops": "Oops!",
    "wow": "Wow!",
    "sorry": "Sorry!",
    "good night": "Good night!",
}
SEE_ROOM: Final = "The room, its code and seats"
HOME: Final = "Home"
HOME_NOTE: Final = "your seat is kept, the others wait for you"
TAKE_BACK: Final = "Ask to take your move back"
TAKE_BACK_NOTE: Final = "all must agree"
TAKE_BACK_ASK: Final = "Take the last move back? {names} would."
TAKE_BACK_TEXT: Final = "All must agree. What was shown by it stays known."
AGREE: Final = "Take it back"
DISAGREE: Final = "It stands"
ASKED_BACK: Final = "Asked to take it back: waiting for {names}."
TAKEN: Final = "You were away"
TAKEN_BOT: Final = "A bot has played for you meanwhile. Your seat and your cards are still yours."
TAKEN_AWAY: Final = "The table went on without waiting. Your seat and your cards are still yours."
TAKE_SEAT: Final = "I am back"
BACK_TO_ROOM: Final = "Back to the room"
WAIT_MORE: Final = "Wait"
BOT_PLAYS: Final = "Let a bot play"
REDEAL: Final = "Deal anew"
CONCEDE: Final = "Give up"
CONCEDE_ASK: Final = "Give this game up?"
CONCEDE_TEXT: Final = "The other wins it."
FORKED: Final = "The server has told phones different stories. Nothing of them is mixed."
SPOILT: Final = (
    "A card does not open: somebody has shuffled falsely. Deal anew; then it is known who."
)
WATCHING_NOW: Final = "You are watching"
NEXT_BY_ITSELF: Final = "by itself in {left}"
YOUR_TURN: Final = "it is your turn"
ALL_RIGHT: Final = "Checked: every card of this hand was dealt and played honestly."
CHECKING: Final = "The hand is being checked…"
CONVICTED: Final = "{name} has cheated: {reason}"
NEXT_COMES: Final = "The next hand is being shuffled…"
WAITING_HOST: Final = "waiting for {name}"

# -- lines and ends ------------------------------------------------------------------------------------------
RECONNECTING: Final = "No connection for {since}. Trying again{soon}."
LIVES_FOR: Final = " The room waits {left} more."
NO_LINE: Final = "The network does not answer"
NO_LINE_SUB: Final = "Trying again by itself. Playing alone works without it."
PHASES: Final[Mapping[str, tuple[str, str]]] = {
    "restoring": ("Back to the room…", "Your seat is looked up on this phone."),
    "connecting": ("On the way to room {code}…", "The table's server is being asked."),
    "making": ("Making the room…", ""),
    "knocking": (
        "Knocking at room {code}…",
        "Somebody inside opens by itself, as soon as one of their phones is awake.",
    ),
    "entering": ("The door is open: coming in…", ""),
    "starting": ("The game begins…", "Every phone makes its keys."),
    "wrong": (
        "The code is not quite right",
        "There is such a room, but the last four letters are wrong.",
    ),
    "shut": (
        "The door is shut for a moment",
        "There were three wrong codes in a row. Try again soon.",
    ),
    "version": (
        "Two versions of the game",
        "The room plays version {other}, this phone has {own}. All phones of a room need the same.",
    ),
    "gone": ("The room is gone", "Nothing is lost but the room: make a new one and send its code."),
    "kicked": ("The host has taken you out", "With the code you can ask to come in again."),
    "moved": ("Your seat has moved", "It is on your other phone now."),
    "elsewhere": (
        "The room is open elsewhere",
        "Another window on this phone has your seat. The newest one plays.",
    ),
    "fork": (
        "The room's log has split",
        "The server tells this phone another story than before. Nothing is mixed: follow the server, "
        "or leave and make a new room.",
    ),
    "refused": ("The server does not let us in", "{reason}"),
    "fetch-failed": ("The rooms did not arrive", "Check the connection, then try again."),
}
REASONS: Final[Mapping[str, str]] = {
    "no-room": "There is no room {code}. Look at the code again, or ask whether the room is still open.",
    "expired": "Nobody has played in it for some hours.",
    "taken": "A room of this name is there already.",
    "full": "It is full.",
    "relay-full": "It holds as many rooms as it can. Try again later.",
    "too-many-rooms": "Too many rooms were made at this address. Try again later.",
    "gate": "This phone has been out of the room for too long. Ask for the code and join again.",
    "origin": "It serves pages of another address only.",
    "too-many": "Too many phones at this address have asked. Try again in a minute.",
    "wrong-names": "Too many wrong codes came from this address. Try again in a minute.",
    "stopping": "It is being restarted. Try again in a minute.",
}
TRY_AGAIN: Final = "Try again"
OTHER_CODE: Final = "Another code"
NEW_ROOM: Final = "Make a new room"
PLAY_HERE: Final = "Play here"
FOLLOW: Final = "Follow the server"
UPDATE_NOW: Final = "Update now"
RELOAD: Final = "Load the page anew"
WHY_NOT_START: Final[Mapping[str, str]] = {
    "seats-empty": "A seat is free: let somebody sit, or add a bot.",
    "too-few-phones": "At least two people must sit down; each on a phone.",
    "rules": "These house rules cannot be played together.",
    "players": "By these rules another number must play.",
    "not-host": "",
    "playing": "",
}
REFUSALS: Final[Mapping[str, str]] = {
    "not-host": "Only the host can do that.",
    "taken-seat": "Somebody sits there already.",
    "too-soon": "A moment, please.",
    "not-asked": "It is not your turn any more.",
    "playing": "Not while a game is played.",
    "offline": "Without a connection that cannot be said. It is tried again by itself.",
    "full": "The room is full.",
    "away": "The table believes you away: take your seat back first.",
    "busy": "A moment, please: something else is under way.",
}
REFUSED: Final = "That cannot be done now."


def time(ms: int) -> str:
    """A stretch of time: ``8 s``, ``3 min``, ``2 h``."""
    seconds = max(0, ms) // 1000
    if seconds < 120:
        return f"{seconds} s"
    return f"{seconds // 60} min" if seconds < 7200 else f"{seconds // 3600} h"


def times(count: int) -> str:
    """How often: ``once``, ``twice``, ``3 times``."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def waits_to_start(name: str) -> str:
    """What everybody but the host reads."""
    return f"Waiting for {name} to start"


def away(name: str, ms: int) -> str:
    """For whom the table waits."""
    return f"{name} has been away for {time(ms)}."


def agreed(names: Sequence[str]) -> str:
    """Who has said that a bot may play."""
    return f"{listed(names)} {'say' if len(names) > 1 else 'says'}: a bot." if names else ""


def keeper(name: str, own: bool) -> str:
    """Whose phone keeps a bot, and so sees its cards."""
    whose = "your phone" if own else f"{name}'s phone"
    return f"on {whose}, which sees its cards"


def waits_for(names: Sequence[str], stage: str) -> str:
    """What the phones are doing between deals, and whose is at it."""
    doing = {
        "keys": "Making keys",
        "shuffling": "Shuffling",
        "remixing": "Shuffling the pile",
        "opening": "Opening the keys",
        "checking": "Checking the hand",
    }.get(stage, "")
    if not doing:
        return ""
    return f"{doing}: waiting for {listed(names)}." if names else f"{doing}…"
