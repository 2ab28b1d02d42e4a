"""The rules in force, in words and cards: every sentence is written from the ``Rules`` value."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import SUIT_NAMES, card_text, rank_of
from engine.english import listed
from engine.forty_fives.ranking import plain_order, trump_order
from engine.forty_fives.rules import Rules
from web.app.screens.chapters import Chapter, Ladder
from web.app.screens.forty_fives.words import count

HELD_NAMES = {"5": "the 5", "J": "the Jack", "JK": "the Joker", "AH": "the Ace of Hearts"}


def chapters(rules: Rules) -> Sequence[Chapter]:
    """All chapters, in the order one plays."""
    return (
        Chapter("aim", "The aim", _aim(rules)),
        Chapter("cards", "What beats what", _cards(rules)),
        Chapter("deal", "The deal", _deal(rules)),
        Chapter("auction", "The auction", _auction(rules)),
        Chapter("throw", "Trumps, kitty and throwing", _throw(rules)),
        Chapter("play", "Playing", _play(rules)),
        Chapter("score", "The score", _score(rules)),
        Chapter("end", "The end of the game", _end(rules)),
        Chapter("advice", "Good advice", _advice(rules)),
    )


def _aim(rules: Rules) -> tuple[str, ...]:
    sides = (
        f"Players across the table are partners: {rules.sides} sides play against each other."
        if rules.sides
        else "Everyone plays alone."
    )
    seats = listed([str(n) for n in rules.seats], "or")
    return (
        f"{sides} {seats} play, with {rules.pack} cards.",
        f"{_won_by(rules)} Points come from tricks: five for each of the "
        "five tricks of a hand, and five for the best trump played.",
    )


def _won_by(rules: Rules) -> str:
    if rules.hands:
        return f"Whoever has most points after {count(rules.hands, 'hand')} wins."
    return f"The first to {rules.target} points wins."


def _cards(rules: Rules) -> tuple[str | Ladder, ...]:
    def texts(cards: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(card_text(card) for card in cards if rules.joker or rank_of(card))

    ladders = [Ladder(f"{SUIT_NAMES[s]} are trumps", texts(trump_order(s))) for s in "SCDH"]
    plain = [Ladder(f"{SUIT_NAMES[s]}, not trumps", texts(plain_order(s))) for s in "SD"]
    joker = "The Joker and the Ace of Hearts are" if rules.joker else "The Ace of Hearts is"
    return (
        "The 5 of trumps is the best card, then the Jack. "
        f"{joker} always a trump, whatever suit is named. Highest in red, lowest in black: "
        "among numbers, a red 10 beats a red 9, but a black 2 beats a black 3.",
        *ladders,
        "In a suit that is not trumps the King is highest. A plain Ace is lowest in red and comes "
        "just under the Jack in black. A plain 5 is an ordinary number.",
        *plain,
    )


def _deal(rules: Rules) -> tuple[str, ...]:
    packets = [
        f"{n} to the kitty" if to_kitty else f"{n} to each player" for to_kitty, n in rules.packets
    ]
    return (
        f"From the dealer's left: {listed(packets, 'then')}. The first dealer is drawn, then the "
        "deal passes to the left.",
    )


def _auction(rules: Rules) -> tuple[str, ...]:
    bids = listed([str(bid) for bid in rules.bids], "or")
    turns = (
        "A pass is final; the others may bid again when their turn comes round."
        if rules.rebid
        else "Everyone has one turn, the dealer the last."
    )
    found = [f"Beginning left of the dealer: pass, or bid {bids}, above the top bid. {turns}"]
    if rules.hole_bid:
        found.append(f"A side below zero may also bid {rules.hole_bid}.")
    if rules.hold == "ends":
        found.append(
            "The dealer may hold: take the top bid at its own figure. That ends the auction."
        )
    elif rules.hold == "duel":
        partner = ", a partner's too" if rules.sides else ""
        found.append(
            f"The dealer may hold: take the top bid at its own figure{partner}. Then only "
            "the held bidder and the dealer go on, raising, holding or giving up, until one does."
        )
    else:
        found.append("Nobody may hold a bid.")
    stuck = f"the dealer is stuck with {rules.bids[0]}"
    found.append(
        f"If everyone passes, {stuck if rules.all_pass == 'dealer' else 'the next dealer deals'}."
    )
    return tuple(found)


def _throw(rules: Rules) -> tuple[str, ...]:
    first = {
        "before kitty": "The bidder names trumps, then takes up the kitty.",
        "after kitty": "The bidder takes up the kitty, then names trumps.",
        "with the bid": "Trumps are named with the bid. The bidder takes up the kitty.",
    }[rules.trump_named]
    if not rules.kitty:
        named = "with the bid" if rules.trump_named == "with the bid" else "after the auction"
        first = f"The bidder names trumps {named}; there is no kitty."
    own = (
        "The bidder throws like the others and is filled up to five."
        if rules.bidder_draws
        else "The bidder throws down to five and draws nothing."
    )
    short = (
        "If the stock runs out, all cards thrown in this hand are shuffled into a new one."
        if rules.short_stock == "reshuffle"
        else "Nobody may throw more than can be drawn again."
    )
    return (
        f"{first} {own}",
        "Everyone throws at the same time, face down: any number of cards, and draws back to five "
        "from the dealer's left, up to three cards each and then a second round.",
        short,
    )


def _play(rules: Rules) -> tuple[str, ...]:
    leads = {
        "bidder": "The bidder leads",
        "left of bidder": "The player left of the bidder leads",
        "left of dealer": "The player left of the dealer leads",
    }[rules.leads]
    plain = (
        "A plain suit is led: follow suit or play a trump. Without the suit, play anything."
        if rules.plain_lead == "follow or trump"
        else "A plain suit is led: play any card, even holding the suit."
    )
    found = [
        f"{leads}; the winner of a trick leads the next. Any card may be led.",
        plain,
        "A trump is led: play a trump if you hold one.",
    ]
    if rules.held_back:
        held = listed([HELD_NAMES[text] for text in rules.held_back], "and")
        may = "may be held back when a lower trump was led; only the led card counts"
        found.append(
            f"{held[:1].upper()}{held[1:]} {may}. If every trump you hold may be held back, play "
            "anything; if one may not, any of your trumps will do."
        )
    found.append(
        "The highest trump takes the trick; without one, the highest card of the suit led."
    )
    return tuple(found)


def _score(rules: Rules) -> tuple[str, ...]:
    none = "no bonus is paid" if rules.no_trump == "no bonus" else "the last trick takes the bonus"
    top = rules.bids[-1]
    found = [
        "Five points a trick, and five for the best trump played, which always takes its trick: "
        f"30 in all. If no trump was played, {none}.",
        "A bidder who reaches the bid scores what was taken; who misses it loses the bid. "
        "The others score what they took.",
    ]
    if rules.slam_pays:
        found.append(
            f"All five tricks on a bid of {top} score {rules.slam_pays}; missed, it costs "
            f"{rules.slam_costs}."
        )
    elif rules.slam_costs != top:
        found.append(f"A missed bid of {top} costs {rules.slam_costs}.")
    if rules.hole_bid:
        found.append(f"All five tricks on a bid of {rules.hole_bid} score {rules.hole_pays}.")
    if rules.hands:
        return tuple(found)
    since = f"on {rules.near} or more" if rules.near_from else f"past {rules.near}"
    if rules.near_end == "bidder only":
        found.append(f"Who began the hand {since} scores only as the bidder.")
    elif rules.near_end == "sides that bid":
        found.append(f"A side that began the hand {since} scores only if it made a bid.")
    if rules.near_bid:
        bid = "bid" if rules.hold == "none" else "bid or hold"
        found.append(f"A side that stands {since} may not {bid} under {rules.near_bid}.")
    return tuple(found)


def _end(rules: Rules) -> tuple[str, ...]:
    if rules.hands:
        redeal = " A new deal because all passed is no hand." * (rules.all_pass == "redeal")
        return (
            f"The game is over after {count(rules.hands, 'hand')}: who has most has won, the bidder "
            f"before others with as many.{redeal}",
        )
    several = {
        "bidder, then first there": "the bidder goes out first; otherwise who got there first, "
        "trick by trick, the trick with the best trump counting ten",
        "bidder, then most": "the bidder goes out first; otherwise who has most",
        "bidder only": "only the bidder can win",
    }[rules.goes_out]
    return (
        f"At {rules.target} or more after a hand the game is over. If several are there: {several}.",
    )


def _advice(rules: Rules) -> tuple[str, ...]:
    return (
        "Throw everything that is not a trump, most of the time.",
        "A low plain lead lets the next player trump in front of the bidder, who must then spend "
        "a trump to take the trick.",
        "Count the trumps that have fallen: there are "
        f"{len(trump_order('S')) - (0 if rules.joker else 1)} in black "
        f"and {len(trump_order('H')) - (0 if rules.joker else 1)} in hearts.",
    )
