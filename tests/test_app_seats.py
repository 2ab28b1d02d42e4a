"""The table's screens from every seat, and to an onlooker, knowing no more than that seat may."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from engine.bots.bot import Bot
from engine.forty_fives.play import FORTY_FIVES
from engine.game import Game, Outcome, Question, Variant, find
from engine.record import YOU, Made, Seat
from engine.table import SoloTable, open_table
from web.app.main import App
from web.app.screens import table_screen
from web.app.tables import around
from web.app.telling import called


@dataclass(frozen=True)
class Chair:
    """A table as one seat sees it, or an onlooker (-1): its state holds nothing more."""

    world: SoloTable
    me: int
    away: tuple[str, ...] = ("",) * 6
    record: None = None

    @property
    def variant(self) -> Variant:
        return self.world.variant

    @property
    def game(self) -> Game[Any, Any]:
        return self.world.game

    @property
    def rules(self) -> Any:
        return self.world.rules

    @property
    def state(self) -> Any:
        return self.game.masked(self.world.state, *([self.me] if self.me >= 0 else []))

    @property
    def names(self) -> tuple[str, ...]:
        return self.world.names

    @property
    def length(self) -> int:
        return self.world.length

    @property
    def last(self) -> Made | None:
        return self.world.last

    @property
    def outcome(self) -> Outcome | None:
        return self.world.outcome

    @property
    def waits_for_shuffle(self) -> bool:
        return self.world.waits_for_shuffle

    def owed(self) -> tuple[Question, ...]:
        return self.world.owed()

    def play(self, seat: int, move: Any) -> Chair:
        return replace(self, world=self.world.play(seat, move))

    def shuffle(self) -> Chair:
        return replace(self, world=self.world.shuffle())

    def bot_to_move(self) -> int | None:
        return self.world.bot_to_move()

    def play_bot(self) -> Chair:
        return replace(self, world=self.world.play_bot())

    def advice(self, seat: int, bot: Bot) -> Any:
        return self.world.advice(seat, bot)

    def told(self, most: int) -> Iterator[tuple[Any, Made, Any]]:
        return self.world.told(most)


NAMES = ("Anna", "Ben", "Cara", "Dan", "Eva", "Finn")


class Sitter:
    """Somebody in a seat, or looking on, who does what is listed first."""

    def __init__(self, name: str, players: int, me: int, seed: str = "every seat") -> None:
        variant = find(name)
        seats = [Seat(YOU if i == me else "random", NAMES[i]) for i in range(players)]
        world = open_table(variant, variant.rules, seats, seed).shuffle()
        self.app = App()
        self.send("start", kept={}, service_worker=True, entropy="00")
        table = Chair(world, me)
        self.app.model = table_screen(table).enter(replace(self.app.model, table=table))
        self.painted = self.send("visible")

    def send(self, event: str, value: str = "", **fields: Any) -> dict[str, Any]:
        effects = json.loads(
            self.app.receive(json.dumps({"event": event, "value": value} | fields))
        )
        self.painted = effects[-1]
        return effects[-1]

    @property
    def table(self) -> Chair:
        table = self.app.model.table
        assert isinstance(table, Chair)
        return table

    @property
    def asked(self) -> bool:
        return any(question.seat == self.table.me for question in self.table.owed())

    @property
    def over(self) -> bool:
        return self.painted["body"]["screen"] in ("result", "game-over")

    def once(self) -> None:
        """A bot moves, or this person does by the taps a finger would make."""
        table = self.table
        if not self.asked:
            self.send("later", "tick")
            return
        move = table.game.legal_moves(table.state, table.me)[0]
        word, *rest = table.game.move_text(move).split()
        if table.game is FORTY_FIVES:
            self._forty_fives(word, rest)
        elif word == "pay":
            self.send("pay")
        elif word == "throw":
            for slot in rest:
                self.send("pick", slot)
            self.send("throw")
        else:
            self.send("move", table.game.move_text(move))

    def _forty_fives(self, word: str, rest: list[str]) -> None:
        if word == "throw":
            self.send("choose")
            self.send("throw")
        elif word in ("pass", "hold", "bid"):
            self.send("call", " ".join(rest) if rest else word)
        elif word == "play":
            assert "Play" in self.send("card", rest[0])["html"]
            self.send("card", rest[0])
        else:
            self.send(word, rest[0])


def hidden(table: Chair) -> set[str]:
    """The text forms of the cards that this seat may not know, and no card it knows looks like."""
    seen = {face for face in table.game.faces(table.state) if face is not None}
    return {
        table.game.face_text(face)
        for face in table.game.faces(table.world.state)
        if face is not None and face not in seen
    }


GAMES = [(name, players) for name in ("110", "deeds") for players in (2, 4, 6)]
GAMES.append(("forty-fives", 4))
SEATS = [(name, players, me) for name, players in GAMES for me in range(players)]


@pytest.mark.parametrize(("name", "players", "me"), SEATS)
def test_a_hand_from_every_seat(name: str, players: int, me: int) -> None:
    person = Sitter(name, players, me)
    made = set()
    for _ in range(500):
        if person.over:
            break
        table = person.table
        html = person.painted["html"]
        assert [f'data-card="{text}"' in html for text in hidden(table)].count(True) == 0
        if person.asked:
            made.add(me)
        before = table.length
        assert person.painted["body"]["mine"] == ("true" if person.asked else "false")
        person.once()
        last = person.table.last
        if last is not None and person.table.length > before:
            told = person.painted["say"]
            assert told.startswith("You ") == (last.seat == me), told
    assert made == {me}


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_an_onlooker_sees_the_table_and_no_hand_and_can_do_nothing(name: str, players: int) -> None:
    person = Sitter(name, players, -1)
    for _ in range(500):
        if person.over:
            break
        table = person.table
        html = person.painted["html"]
        assert not any(f'data-card="{text}"' in html for text in hidden(table))
        assert person.painted["body"]["mine"] == "false"
        assert 'data-event="play"' not in html
        owed = table.owed()
        moves = table.game.legal_moves(table.world.state, owed[0].seat) if owed else ()
        for move in moves[:2]:
            text = table.game.move_text(move)
            person.send("move", text)
            person.send(*text.partition(" ")[::2])
            assert person.table.world is table.world
        person.once()
    assert "You" not in called(person.table)
    person.painted = person.send("visible")
    assert "Your score" not in person.painted["html"]


@pytest.mark.parametrize("me", range(4))
def test_the_others_sit_in_play_order_from_the_left(me: int) -> None:
    person = Sitter("110", 4, me)
    html = person.painted["html"]
    order = [html.index(f'id="plate-{seat}"') for seat in around(person.table, 4)[1:]]
    assert order == sorted(order)
    assert f'id="plate-{me}"' not in html


@pytest.mark.parametrize("name", ["110", "deeds"])
def test_who_is_away_is_marked(name: str) -> None:
    person = Sitter(name, 3, 1)
    table = replace(person.table, away=("away", "", ""))
    assert "away" not in person.painted["html"].replace("i-away", "")
    person.app.model = replace(person.app.model, table=table)
    assert 'data-away="true"' in person.send("visible")["html"]
