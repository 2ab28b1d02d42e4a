"""The table: who sits there, the trick, trumps and bid, one's own hand.

Rows from above: top bar, plates, middle, own line, prompt, hand, and a sheet when there is one.
They share the height of the screen and never scroll; the trick takes what is left and grows or
shrinks with it. On a low, wide screen plates go to the left and the prompt to the right.
"""

from dataclasses import dataclass

import htpy as h
from htpy import Node, Renderable

from .cards import card, suit_pip
from .icons import icon
from .kept import kept
from .parts import Action, button, icon_button, spoken

# Row and column of each place in a trick of so many, this player first, then clockwise from the
# left. A column is half a card wide.
_SPOTS = {
    2: ("23", "13"),
    3: ("23", "12", "14"),
    4: ("23", "21", "13", "25"),
    5: ("23", "21", "12", "14", "25"),
    6: ("23", "21", "11", "13", "15", "25"),
}


@dataclass(frozen=True, slots=True)
class Count:
    """A number beside a small drawing, and the words for it: Count(2, "2 tricks")."""

    shown: int
    words: str


@dataclass(frozen=True, slots=True)
class Plate:
    """What one player shows to the table. Empty texts and None leave their mark out.

    `call` is "bid 20", "passed", "threw 3". `dealer`, `turn`, `bidder` and `away` are the words
    read out for the mark, `partner` the word on it; `dealer_mark` is the letter on the dealer's chip.
    """

    seat: int
    name: str
    score: str
    score_words: str = ""
    cards: Count | None = None
    tricks: Count | None = None
    call: str = ""
    dealer: str = ""
    dealer_mark: str = "D"
    turn: str = ""
    partner: str = ""
    away: str = ""
    bidder: str = ""


@dataclass(frozen=True, slots=True)
class TrickCard:
    """A place in the trick: the player's name and, once played, the card.

    `mark` is a word under the card ("led"); `best` the words for "wins so far"; `next` the words
    for "plays now". A card comes from `origin` and flies to `goes_to`, both keys of a plate.
    """

    seat: int
    name: str
    face: str = ""
    card_name: str = ""
    slot_key: str | int | None = None
    origin: str | None = None
    mark: str = ""
    best: str = ""
    next: str = ""
    goes_to: str | None = None


def table_frame(
    top: Node,
    plates: Node,
    middle: Node,
    hand: Node,
    *,
    sheet: Node = None,
    over: Node = None,
    title: str = "",
) -> Renderable:
    """The whole table in one view. `sheet` rises at the bottom, `over` lies over everything.

    `title` is the heading of the page for screen readers.
    """
    return h.div(".table", id="table", data_sheet="open" if sheet is not None else None)[
        title and h.h1(".sr")[title],
        top,
        plates,
        h.div(".middle", id="middle")[middle],
        hand,
        sheet,
        over,
    ]


@kept
def top_bar(*, menu: Action, help: Action, trump: Node, contract: Node) -> Renderable:
    """Menu, trumps, the bid and help, always on screen."""
    return h.header(".top")[icon_button(menu), trump, contract, icon_button(help)]


@kept
def trump_chip(suit: str, name: str, *, label: str) -> Renderable:
    """The trump suit drawn large with its name; `suit` "" when none is named yet."""
    return h.div(".chip.trump", id="trump", data_suit=suit or None)[
        spoken(label), suit_pip(suit) if suit else None, h.b[name]
    ]


@kept
def contract_chip(main: str, sub: str = "") -> Renderable:
    """Who plays for how much ("Maeve 20") and how it stands ("10 in")."""
    return h.div(".chip.contract", id="contract")[h.b[main], sub and h.small[sub]]


@kept
def plates(players: tuple[Plate, ...], *, label: str) -> Renderable:
    """The others, from the left of this player round to the right."""
    return h.ul(
        ".plates",
        id="plates",
        aria_label=label,
        data_n=str(len(players)),
        data_many=_flag(len(players) > 3),
    )[[_plate(player) for player in players]]


@kept
def trick(places: tuple[TrickCard, ...], *, label: str, done: bool = False) -> Renderable:
    """The trick in seat order: this player's place first, then clockwise from the left.

    Two to six places; an empty one is an outline. `done`: the winner's card stands out and the
    others step back.
    """
    return h.ol(
        ".trick", id="trick", aria_label=label, data_n=str(len(places)), data_done=_flag(done)
    )[[_place(place, spot) for place, spot in zip(places, _SPOTS[len(places)], strict=True)]]


def said(text: str, *, sub: str = "", id: str = "said", body: Node = None) -> Renderable:
    """A sentence in the middle of the table, where no trick lies."""
    return h.div(".said", id=id)[h.p[text], sub and h.p(".sub")[sub], body]


@kept
def hand_area(
    cards: tuple[Node, ...],
    *,
    label: str,
    own: Node,
    prompt: Node = None,
    tools: tuple[Action, ...] = (),
) -> Renderable:
    """One's own line with its tools (last trick, hint), the prompt or strip, and the cards."""
    return h.div(".own-area")[
        h.div(".aside")[
            h.div(".own-row")[own, [button(tool) for tool in tools]],
            prompt,
        ],
        h.div(
            ".hand",
            id="hand",
            role="group",
            aria_label=label,
            data_n=str(len(cards)),
            tabindex="-1",
            data_focus="true",
        )[cards]
        if cards
        else None,
    ]


@kept
def own_plate(player: Plate) -> Renderable:
    """One's own score, tricks and marks in a single line."""
    return h.div(
        ".plate.own",
        id="own",
        data_move=f"seat-{player.seat}",
        data_turn=_flag(bool(player.turn)),
    )[_facts(player)]


@kept
def prompt(text: str, *, sub: str = "", mine: bool = False) -> Renderable:
    """Whose turn it is, in a sentence; `mine` makes it stand out."""
    return h.div(".prompt", id="prompt", data_mine=_flag(mine))[h.p[text], sub and h.small[sub]]


@kept
def strip(
    title: str,
    sentences: tuple[str, ...],
    *,
    action: Action | None = None,
    refusal: str = "",
    close: Action | None = None,
) -> Renderable:
    """What the touched card is and does, with the button to play it or the reason why not."""
    return h.div(".strip", id="strip", data_refused=_flag(bool(refusal)))[
        h.div[
            h.b[title],
            h.p(".why")[icon("warn"), refusal] if refusal else None,
            [h.p[sentence] for sentence in sentences],
        ],
        button(action) if action else None,
        icon_button(close) if close else None,
    ]


def _flag(on: bool) -> str | None:
    return "true" if on else None


@kept
def _plate(player: Plate) -> Renderable:
    return h.li(
        ".plate",
        id=f"plate-{player.seat}",
        data_seat=str(player.seat),
        data_move=f"seat-{player.seat}",
        data_turn=_flag(bool(player.turn)),
        data_away=_flag(bool(player.away)),
    )[_facts(player)]


def _facts(player: Plate) -> Node:
    return [
        h.b(".name")[player.name],
        h.span(".score")[
            [h.span(aria_hidden="true")[player.score], spoken(player.score_words)]
            if player.score_words
            else player.score
        ],
        h.span(".more")[
            h.span(".call")[player.call] if player.call else None,
            h.span(".facts")[_count("back", player.cards), _count("trick", player.tricks)],
        ],
        h.span(".marks")[
            h.i(".mark.dealer")[
                h.span(aria_hidden="true")[player.dealer_mark], spoken(player.dealer)
            ]
            if player.dealer
            else None,
            _mark("crown", player.bidder),
            h.i(".mark.partner")[player.partner] if player.partner else None,
            _mark("away", player.away),
        ],
        spoken(player.turn) if player.turn else None,
    ]


def _sign(name: str, words: str) -> Node:
    return [icon(name), spoken(words)] if words else None


def _mark(name: str, words: str) -> Node:
    return h.i(".mark")[_sign(name, words)] if words else None


def _count(drawing: str, count: Count | None) -> Node:
    if count is None:
        return None
    picture = h.i(".mini") if drawing == "back" else icon(drawing)
    return h.span(".count")[
        picture, h.span(aria_hidden="true")[str(count.shown)], spoken(count.words)
    ]


@kept
def _place(place: TrickCard, spot: str) -> Renderable:
    return h.li(id=f"place-{place.seat}", data_at=spot, data_next=_flag(bool(place.next)))[
        card(
            place.face,
            name=place.card_name,
            slot_key=place.slot_key,
            origin=place.origin,
            goes_to=place.goes_to,
            best=bool(place.best),
            id=f"trick-{place.seat}",
        )
        if place.face
        else h.span(".card.empty", aria_hidden="true"),
        h.span(".by")[
            h.b[place.name],
            place.mark and [" ", h.i[place.mark]],
            spoken(place.best) if place.best else None,
            spoken(place.next) if place.next else None,
        ],
    ]
