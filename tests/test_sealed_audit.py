"""The log of a sealed table as a text, and what a stranger makes of it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.sealed.audit import audit
from engine.sealed.events import Convicted, Fault
from engine.sealed.evidence import EvidenceError, Judgement, evidence_text, judge
from engine.sealed.hand import Stage
from engine.sealed.messages import Keys, Message, Move, Opened, Settled
from engine.sealed.steps import finish
from tests.sealed_room import Phone, Room, deals


@cache
def honest() -> Room:
    """One hand of two persons and a bot."""
    return Room("110", 2, (1,), seed=21).play(deals(1))


def text_of(room: Room) -> str:
    return room.phones[0].proof_text()


def judged(text: str) -> Judgement:
    return finish(judge(text))


# -- an honest log ----------------------------------------------------------------------------------


def test_a_stranger_finds_what_the_table_found() -> None:
    found = judged(text_of(honest()))
    assert found.convicted == []
    assert [finding.number for finding in found.findings] == [0]
    assert found.findings[0].digest == honest().phones[0].standing.closed[0][1]
    assert found.standing.closed == honest().phones[0].standing.closed
    assert found.messages == len(honest().phones[0].journal)


def test_the_command_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "log.txt"
    file.write_text("# kept by Nora\n\n" + text_of(honest()), encoding="utf-8")
    assert main(["audit", str(file)]) == 0
    said = capsys.readouterr().out
    assert "Deal 1 is audited: every shuffle, card and move was right." in said
    assert "Bot 0 (a bot of Seat 1)" in said
    assert said.endswith("Nobody is convicted.\n")


def test_a_log_that_breaks_off_has_deals_that_are_not_audited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = text_of(honest()).splitlines()
    file = tmp_path / "log.txt"
    file.write_text("\n".join(lines[:15]), encoding="utf-8")
    assert main(["audit", str(file)]) == 0
    said = capsys.readouterr().out
    assert "ends within deal 1, whose keys are closed" in said
    assert "is audited" not in said


def test_a_void_deal_is_audited_up_to_where_it_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room = Room("110", 2, seed=22)
    room.play(lambda room: room.phones[0].standing.length > 8)
    for phone in room.phones:
        phone.vote_redeal()
    room.play(deals(1))
    file = tmp_path / "log.txt"
    file.write_text(text_of(room), encoding="utf-8")
    assert main(["audit", str(file)]) == 0
    assert "Deal 1 is void, and audited: all was right up to there." in capsys.readouterr().out


# -- texts that are no log --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "The text is empty."),
        ("card-night 1\n", "Line 1: A sealed table is a line of JSON"),
        ("{}\n", "Line 1: A sealed table is a line of JSON"),
        ("TABLE\nnonsense!\n", "Line 2 is not base64."),
        ("TABLE\nAAAA\n", "Line 2 is no message that follows in this log."),
        ("TABLE\nTHIRD\n", "Line 2 is no message that follows in this log."),
        ("OTHER\nFIRST\n", "Line 2 is no message that follows in this log."),
    ],
)
def test_what_is_no_log_is_told_in_a_sentence(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = text_of(honest()).splitlines()
    other = replace(honest().table, dealer=(honest().table.dealer + 1) % 3).text()
    for word, line in (("TABLE", lines[0]), ("OTHER", other), ("FIRST", lines[1])):
        text = text.replace(word, line)
    text = text.replace("THIRD", lines[4])
    with pytest.raises(EvidenceError) as caught:
        judged(text)
    assert says in str(caught.value)
    assert str(caught.value).endswith(".")
    file = tmp_path / "log.txt"
    file.write_text(text, encoding="utf-8")
    assert main(["audit", str(file)]) == 2
    assert says in capsys.readouterr().err


def test_no_line_can_be_taken_out_or_moved() -> None:
    lines = text_of(honest()).splitlines()
    for place in range(1, len(lines) - 1, 9):
        shorter = [*lines[:place], *lines[place + 1 :]]
        swapped = [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]]
        for other in (shorter, swapped):
            with pytest.raises(EvidenceError, match="no message that follows"):
                judged("\n".join(other))


# -- logs that convict ------------------------------------------------------------------------------


class Liar(Phone):
    """Says something else than it should, where ``lie`` gives something else."""

    def say(self, deal: int, message: Message) -> None:
        super().say(deal, self.lie(message))

    def lie(self, message: Message) -> Message:
        return message


class Signs(Liar):
    """Signs another state than the audit came to."""

    def lie(self, message: Message) -> Message:
        return Settled(bytes(32)) if isinstance(message, Settled) else message


class Opens(Liar):
    """Opens another key than its own."""

    def lie(self, message: Message) -> Message:
        return Opened(bytes(32)) if isinstance(message, Opened) else message


class Claims(Liar):
    """Gives a key without knowing it."""

    def lie(self, message: Message) -> Message:
        return replace(message, proof=bytes(64)) if isinstance(message, Keys) else message


class Meddles(Liar):
    """Makes its bot do what suits it."""

    def lie(self, message: Message) -> Message:
        if isinstance(message, Move) and self.table.seats[message.seat].bot:
            moves = self.game.legal_moves(self.view(message.seat), message.seat)
            others = [move for move in moves if self.game.move_text(move) != message.text]
            if others and not self.game.shown(self.view(message.seat), others[0]):
                return replace(message, text=self.game.move_text(others[0]))
        return message


def played_with(liar: type[Phone], turns: int = 300) -> Room:
    """A room in which device 1 lies, until it rests or a deal is closed."""
    room = Room("110", 2, (1,), seed=23, kinds={1: liar})
    stopped = (Convicted, Fault)
    room.play(lambda room: bool(room.said(*stopped)) or deals(1)(room), turns)
    return room


@pytest.mark.parametrize(
    ("liar", "reason"),
    [
        (Signs, "signed another state"),
        (Opens, "is not the one of this deal"),
        (Claims, "does not prove that it knows its key"),
        (Meddles, "The bot would have moved otherwise."),
    ],
)
def test_a_lie_is_named_with_its_message(
    liar: type[Phone], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room = played_with(liar)
    assert room.said(Convicted, Fault), "the table has noticed"
    found = judged(text_of(room))
    assert {verdict.device for verdict in found.convicted} == {1}
    first = found.convicted[0]
    assert reason in first.reason
    file = tmp_path / "log.txt"
    file.write_text(text_of(room), encoding="utf-8")
    assert main(["audit", str(file)]) == 1
    said = capsys.readouterr().out
    assert "CONVICTED" in said
    assert f"by message {first.index + 1}." in said
    if liar is Meddles:
        assert first.seat == 2
        assert "Bot 0 (a bot of Seat 1) in seat 2" in said


def test_two_messages_under_one_number_convict() -> None:
    room = honest()
    phone = room.phones[1]
    log = phone.journal.envelopes
    second = next(data for data in log if data[1] == 1)  # the device stands in the second byte
    forged = phone.journal.write(
        room.owners[1].signs, 0, 1, -phone.journal.next_seq(1), Opened(b"x" * 32)
    )
    assert forged != second
    found = judged(evidence_text(room.table, log, (forged,)))
    assert [(it.device, it.reason) for it in found.convicted] == [
        (1, "The device has signed two messages under one number.")
    ]


# -- the audit itself --------------------------------------------------------------------------------


def at_the_audit(room: Room) -> Any:
    """The standing when all keys are open, of a room that has closed its first deal."""
    from engine.sealed.fold import fold
    from engine.sealed.journal import Entry, Journal
    from engine.sealed.standing import begin

    journal, standing = Journal(room.table), begin(room.table)
    for data in room.relay.log:
        entry = journal.accept(data, signed=True)
        assert isinstance(entry, Entry)
        standing, _ = finish(fold(standing, entry, checked=True))
        if standing.deal is not None and standing.deal.stage is Stage.AUDIT:
            return standing
    raise AssertionError("The log has no audit.")


def test_the_audit_knows_every_card() -> None:
    standing = at_the_audit(honest())
    finding = finish(audit(standing, standing.deal))
    faces = standing.table.game.faces(finding.world)
    assert sorted(faces) == sorted(standing.deal.pack)
    public = standing.table.game.faces(standing.state)
    assert all(known in (None, true) for known, true in zip(public, faces, strict=True))


def test_without_a_key_and_without_backup_nothing_is_audited() -> None:
    standing = at_the_audit(honest())
    closed = replace(standing.deal, opened={0: standing.deal.opened[0]})
    finding = finish(audit(standing, closed))
    assert not finding.complete
    assert finding.verdicts == ()
    assert None in standing.table.game.faces(finding.world)
