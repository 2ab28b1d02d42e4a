"""Taking back the last move by everyone's consent: when it can be, whose voices count, what follows.

What can be taken back is the last move that a person made, and with it what bots have answered: as
soon as another person has moved, the game has gone on. Nothing that was shown is hidden again, and
nothing hidden may have been opened to anybody since: what somebody has seen cannot be taken back. The
questions are asked anew, each under a number that no question had before.
"""

from __future__ import annotations

from dataclasses import replace

from engine.sealed.events import TakenBack
from engine.sealed.hand import Stage
from engine.sealed.journal import Entry
from engine.sealed.messages import TAKE_BACK, TakeBack
from engine.sealed.playing import with_state
from engine.sealed.ruling import Act, NoEffect
from engine.sealed.standing import Standing


def why_not_back(standing: Standing) -> str | None:
    """None when the last move of a person can be taken back, else the reason as a sentence."""
    deal, game = standing.deal, standing.table.game
    if deal is None or deal.stage not in (Stage.PLAY, Stage.REMIX):
        return "No deal is being played."
    if deal.last is None:
        return "There is no move to take back."
    before, now = deal.last.state, standing.state
    if deal.stage is Stage.REMIX or len(game.mixes(before)) != len(game.mixes(now)):
        return "Cards were shuffled after this move."
    faces = game.faces(now)
    seen = zip(game.entitled(before), game.entitled(now), faces, strict=True)
    if any(face is None and after & ~earlier for earlier, after, face in seen):
        return "A hidden card was opened after this move."
    return None


def voice(standing: Standing, entry: Entry, message: TakeBack) -> Act:
    """A voice more for taking a move back."""
    wrong = why_not_back(standing)
    if wrong is not None:
        raise NoEffect(wrong)
    deal = standing.deal
    assert deal is not None and deal.last is not None  # else it is wrong
    if entry.deal != deal.number or message.move != deal.last.index:
        raise NoEffect("The game has gone on past this move, or there was none.")
    about = (TAKE_BACK, message.move, 0)
    voices = standing.votes.get(about, frozenset()) | {entry.device}
    return Act(replace(standing, votes={**standing.votes, about: voices}))


def lapsed(standing: Standing) -> Standing | None:
    """Without the voices for taking back what cannot be taken back any more; None: there are none."""
    asked = [about for about in standing.votes if about[0] == TAKE_BACK]
    if not asked:
        return None
    last = standing.deal.last if standing.deal and why_not_back(standing) is None else None
    kept = {
        about: said
        for about, said in standing.votes.items()
        if about[0] != TAKE_BACK or (last is not None and about[1] == last.index)
    }
    return replace(standing, votes=kept) if len(kept) < len(standing.votes) else None


def take_back(standing: Standing) -> Standing:
    """The standing with the last move of a person undone; what was shown since stays known."""
    deal, game = standing.deal, standing.table.game
    assert deal is not None and deal.last is not None  # else the voices would have lapsed
    known = enumerate(game.faces(standing.state))
    shown = {slot: face for slot, face in known if face is not None}
    undone = replace(
        deal,
        step=deal.step + 1,
        asked={},
        changed=standing.length,
        last=None,
        undone=(*deal.undone, (standing.length, deal.last.index)),
    )
    return with_state(standing, undone, game.reveal(deal.last.state, shown))


def told(standing: Standing) -> TakenBack:
    """What there is to tell of it, before it is done."""
    last = standing.deal.last if standing.deal else None
    assert last is not None
    return TakenBack(last.index, last.seat)
