"""What a move changes in a game of Deeds, restated: the move comes as its text in records."""

from __future__ import annotations

from typing import Any

from tests.naive.deeds import ALL_COLOURS, action_stands
from tests.naive.deeds_moves import has_nothing, slug
from tests.naive.deeds_table import (
    GameDict,
    add_deed,
    arrangement,
    copy_of,
    deeds_of,
    is_wild,
    name_of,
    others,
    owner,
    remove_deed,
    rent_for,
    stack_with,
    winners_by_limit,
    winners_by_sets,
)

COLOUR = {slug(colour): colour for colour in ALL_COLOURS}


def step(game: GameDict, seat: int, text: str) -> GameDict:
    """The game after a legal move."""
    after = copy_of(game)
    word, *parts = text.split()
    MOVES[word](after, seat, parts)
    finish(after)
    return after


def finish(game: GameDict) -> None:
    """What follows of itself: an action that is over is put away, a win ends everything."""
    if game["action"] is not None:
        tracks = game["action"]["tracks"]
        for target in list(tracks):
            if tracks[target]["stage"] == "pay" and has_nothing(
                game, target, tracks[target]["due"]
            ):
                del tracks[target]
        if not tracks:
            game["action"] = None
    now = arrangement(game, game["turn"])
    if now not in game["seen"]:
        game["seen"].append(now)
    if game["winners"] is None:
        game["winners"] = winners_by_sets(game) or None


# ----------------------------------------------------------------------------------- turns and draws


def begin_turn(game: GameDict, seat: int) -> None:
    """Two cards, or five for an empty hand; a table may say other numbers."""
    game["turn"] = seat
    game["number"] += 1
    game["plays"] = game["flags"]["plays"]
    game["throwing"] = False
    game["seen"] = [arrangement(game, seat)]
    game["winners"] = winners_by_sets(game) or None
    if game["winners"] is None:
        empty = not game["hands"][seat]
        draw(game, game["flags"]["draw_empty"] if empty else game["flags"]["draw"])


def draw(game: GameDict, cards: int) -> None:
    """So many cards from the stock. Both piles empty: draw what there is."""
    game["to_draw"] = cards
    while game["to_draw"] > 0 and game["stock"]:
        game["hands"][game["turn"]].append(game["stock"].pop())
        game["to_draw"] -= 1
    if game["to_draw"] > 0 and not game["discard"]:
        game["to_draw"] = 0


def waits_for_shuffle(game: GameDict) -> bool:
    return game["winners"] is None and game["to_draw"] > 0


def shuffle(game: GameDict, names: list[str]) -> GameDict:
    """The discard pile becomes the stock; its cards, top first, get the next free numbers."""
    after = copy_of(game)
    first = len(after["cards"])
    after["cards"] = [*after["cards"], *names]
    after["stock"] = list(reversed(range(first, first + len(names))))
    after["discard"] = []
    draw(after, after["to_draw"])
    finish(after)
    return after


def end_turn(game: GameDict) -> None:
    limit = game["flags"]["turn_limit"]
    if limit and game["number"] >= limit:
        game["winners"] = winners_by_limit(game)
    else:
        begin_turn(game, others(game, game["turn"])[0])


def done(game: GameDict, seat: int, parts: list[str]) -> None:
    if len(game["hands"][seat]) > game["flags"]["hand_limit"]:
        game["throwing"] = True
    else:
        end_turn(game)


def throw(game: GameDict, seat: int, parts: list[str]) -> None:
    cards = [int(part) for part in parts]
    for card in cards:
        game["hands"][seat].remove(card)
    if game["flags"]["throw_under"]:
        for card in cards:
            game["stock"].insert(0, card)
    else:
        game["discard"] += cards
    end_turn(game)


# -------------------------------------------------------------------------------------------- plays


def spend(game: GameDict, seat: int, card: int) -> None:
    """A card is played: it leaves the hand and takes a play."""
    game["hands"][seat].remove(card)
    game["plays"] -= 1


def discard(game: GameDict, seat: int, card: int) -> None:
    spend(game, seat, card)
    game["discard"].append(card)


def bank(game: GameDict, seat: int, parts: list[str]) -> None:
    spend(game, seat, int(parts[0]))
    game["banks"][seat].append(int(parts[0]))


def lay(game: GameDict, seat: int, parts: list[str]) -> None:
    spend(game, seat, int(parts[0]))
    add_deed(game, seat, int(parts[0]), COLOUR[parts[1]])


def shift(game: GameDict, seat: int, parts: list[str]) -> None:
    remove_deed(game, seat, int(parts[0]))
    add_deed(game, seat, int(parts[0]), COLOUR[parts[1]])
    if game["flags"]["moving_costs"]:
        game["plays"] -= 1


def payday(game: GameDict, seat: int, parts: list[str]) -> None:
    discard(game, seat, int(parts[0]))
    draw(game, 2)


def build(game: GameDict, seat: int, parts: list[str]) -> None:
    card = int(parts[0])
    spend(game, seat, card)
    stack_with(game, seat, int(parts[1]))[name_of(game, card)] = card


def ask(game: GameDict, seat: int, parts: list[str]) -> None:
    discard(game, seat, int(parts[0]))
    kind = name_of(game, int(parts[0]))
    declare(game, seat, kind, targets(game, seat, parts[1]), 5 if kind == "bailiff" else 2)


def rent(game: GameDict, seat: int, parts: list[str]) -> None:
    card, colour, target = int(parts[0]), COLOUR[parts[1]], parts[2]
    hikes = [int(hike) for hike in parts[4:]]
    due = rent_for(game, seat, colour, len(hikes))
    assert due is not None
    for each in (card, *hikes):
        discard(game, seat, each)
    declare(game, seat, "rent", targets(game, seat, target), due, len(hikes))


def take(game: GameDict, seat: int, parts: list[str]) -> None:
    discard(game, seat, int(parts[0]))
    deed = int(parts[1])
    declare(game, seat, "pickpocket", [owner(game, deed)], take=deed)


def trade(game: GameDict, seat: int, parts: list[str]) -> None:
    discard(game, seat, int(parts[0]))
    deed = int(parts[2])
    declare(game, seat, "swap", [owner(game, deed)], give=int(parts[1]), take=deed)


def seize(game: GameDict, seat: int, parts: list[str]) -> None:
    discard(game, seat, int(parts[0]))
    deed = int(parts[1])
    declare(game, seat, "takeover", [owner(game, deed)], take=deed)


def targets(game: GameDict, seat: int, word: str) -> list[int]:
    return others(game, seat) if word == "all" else [int(word)]


def declare(
    game: GameDict,
    seat: int,
    kind: str,
    against: list[int],
    due: int = 0,
    hikes: int = 0,
    give: int | None = None,
    take: int | None = None,
) -> None:
    """Everyone it is played against is asked, whatever they hold."""
    tracks = {
        target: {"stage": "answer", "due": due, "hikes": hikes, "thrown": 0, "on_hike": False}
        for target in against
    }
    game["action"] = {"kind": kind, "player": seat, "give": give, "take": take, "tracks": tracks}


# ------------------------------------------------------------------------------------------ answers


def refuse(game: GameDict, seat: int, parts: list[str]) -> None:
    """One No Chance more in the chain with that target."""
    card, target = int(parts[0]), int(parts[1])
    track = game["action"]["tracks"][target]
    game["hands"][seat].remove(card)
    game["discard"].append(card)
    track["thrown"] += 1
    track["on_hike"] = track["on_hike"] or "hike" in parts
    if game["flags"]["no_chance_costs"] and seat == game["turn"]:
        game["plays"] -= 1


def accept(game: GameDict, seat: int, parts: list[str]) -> None:
    """The chain with that target ends as it lies."""
    target = int(parts[0])
    track = game["action"]["tracks"][target]
    stands = action_stands(track["thrown"])
    if track["on_hike"]:
        if not stands:
            track["due"] //= 2
            track["hikes"] -= 1
        track["on_hike"], track["thrown"] = False, 0
    elif not stands:
        del game["action"]["tracks"][target]
    elif track["due"]:
        track["stage"] = "pay"
    else:
        carry_out(game, target)
        del game["action"]["tracks"][target]


def carry_out(game: GameDict, target: int) -> None:
    """Deeds change hands: by Pickpocket, Swap or Hostile Takeover."""
    action: dict[str, Any] = game["action"]
    player = action["player"]
    if action["kind"] == "takeover":
        stack = stack_with(game, target, action["take"])
        game["stacks"][target].remove(stack)
        game["stacks"][player].append(stack)
        return
    remove_deed(game, target, action["take"])
    if action["kind"] == "swap":
        remove_deed(game, player, action["give"])
        receive(game, target, action["give"])
    receive(game, player, action["take"])


def receive(game: GameDict, seat: int, deed: int) -> None:
    """A deed lies down in its colour; for a wild one the new owner is asked."""
    if is_wild(game, deed):
        game["unplaced"].append((seat, deed))
    else:
        add_deed(game, seat, deed, colour_on(game, deed))


def colour_on(game: GameDict, deed: int) -> str:
    """The colour printed on a deed that is not wild: its name but for the number."""
    return COLOUR[name_of(game, deed)[:-1]]


def pay(game: GameDict, seat: int, parts: list[str]) -> None:
    """Money, banked cards and buildings to the other's bank, deeds to the other's table."""
    player = game["action"]["player"]
    offered = [int(part) for part in parts]
    deeds = [card for card in offered if card in deeds_of(game, seat)]
    for card in offered:
        if card not in deeds:
            take_from_table(game, seat, card)
            game["banks"][player].append(card)
    for deed in deeds:
        remove_deed(game, seat, deed)
        receive(game, player, deed)
    del game["action"]["tracks"][seat]


def take_from_table(game: GameDict, seat: int, card: int) -> None:
    """A banked card or a building leaves its place."""
    if card in game["banks"][seat]:
        game["banks"][seat].remove(card)
        return
    for stack in game["stacks"][seat]:
        for building in ("house", "hotel"):
            if stack[building] == card:
                stack[building] = None


def place(game: GameDict, seat: int, parts: list[str]) -> None:
    game["unplaced"].remove((seat, int(parts[0])))
    add_deed(game, seat, int(parts[0]), COLOUR[parts[1]])


MOVES = {
    "done": done,
    "throw": throw,
    "bank": bank,
    "lay": lay,
    "shift": shift,
    "draw": payday,
    "build": build,
    "ask": ask,
    "rent": rent,
    "take": take,
    "trade": trade,
    "seize": seize,
    "refuse": refuse,
    "accept": accept,
    "pay": pay,
    "place": place,
}
