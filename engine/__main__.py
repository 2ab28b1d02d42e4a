"""The referee: ``python -m engine`` judges cases, retells records, audits deals, and plays."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from engine import auditor, referee
from engine.bots.bot import bot_names, find_bot
from engine.game import GameError, find, names
from engine.referee import Unreadable
from engine.table import open_table
from engine.terminal import play, save, seated

TROUBLE: Final = 2  # the exit code for wrong usage and for what cannot be read

EXAMPLES: Final = """\
examples:
  judge all worked cases of a folder, or your own:
    python -m engine judge tests/cases
    python -m engine judge mine.json
  play against three bots, and keep the record:
    python -m engine play {game} --players 4 --seed 7
    python -m engine play {game} --record game.txt
  tell a kept game move by move, from its file or piped:
    python -m engine replay game.txt
    cat game.txt | python -m engine replay -
  audit the kept log of a sealed table, at which one need not have sat:
    python -m engine audit log.txt

exit codes:
  0  all well · 1  a case does not hold, a move is refused, somebody is convicted
  2  usage, or a file cannot be read
"""
JUDGE: Final = """\
A file is a JSON array of cases; tests/cases/README.md tells the format. One line a case comes out:
“holds” with the case's id, or “FAILS” with what was expected and what the engine says.
"""
REPLAY: Final = """\
A record is the text that a game is kept as: a head (game, seed, dealer, seats), the line “moves”,
then one line a shuffle or move. The rules judge every move; the first they refuse ends the account
with its line and the reason.
"""
AUDIT: Final = """\
A log is what a sealed table is kept as: a line of JSON that names the room, the game and the public
keys, then one line of base64 a signed message. Signatures, proofs and shuffles are reckoned again
with the keys that were opened, every move is judged with all cards, and bots answer once more. Who
did wrong is named with the first wrong message, and the proof is the log itself.
"""
PLAY: Final = """\
You sit in seat 0. The cards are text, such as 5S, 10H or JK. Type a call (“pass”, “bid 20”), a
card (“5S”) or several (“throw 3H 9D”); “?” helps and “q” quits. A move that the rules refuse
is explained, and nothing happens. The same seed deals the same cards.
"""


def parser() -> argparse.ArgumentParser:
    """The command line."""
    text = argparse.RawDescriptionHelpFormatter
    top = argparse.ArgumentParser(
        "python -m engine",
        description="The referee of Card Night's games.",
        epilog=EXAMPLES.format(game=names()[0]),
        formatter_class=text,
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="judge|replay|audit|play")

    judge = commands.add_parser(
        "judge", help="rule cases in, verdicts out", description=JUDGE, formatter_class=text
    )
    judge.add_argument(
        "files", nargs="+", metavar="FILES", help="files of cases, or folders of them"
    )

    replay = commands.add_parser(
        "replay", help="tell a game from its record", description=REPLAY, formatter_class=text
    )
    replay.add_argument("record", metavar="RECORD", help="a record file, or - for standard input")

    audit = commands.add_parser(
        "audit", help="judge the log of a sealed table", description=AUDIT, formatter_class=text
    )
    audit.add_argument("log", metavar="LOG", help="the file of a log, or - for standard input")

    game = commands.add_parser(
        "play", help="play in this terminal", description=PLAY, formatter_class=text
    )
    game.add_argument("game", help=f"one of: {', '.join(names())}")
    game.add_argument("--players", type=int, default=4, help="you included (4)")
    game.add_argument("--seed", default="1", help="names the shuffles (1)")
    game.add_argument("--bot", default="steady", help=f"{' or '.join(bot_names())} (steady)")
    game.add_argument("--record", type=Path, metavar="FILE", help="keep the game in this new file")
    return top


def run(options: argparse.Namespace) -> int:
    """Do what the command line says; the exit code."""
    if options.command == "judge":
        return referee.judge(options.files)
    if options.command == "replay":
        return referee.replay(options.record)
    if options.command == "audit":
        return auditor.audit(options.log)
    return _play(options)


def _play(options: argparse.Namespace) -> int:
    variant = find(options.game)
    find_bot(options.bot)
    variant.game.start(variant.rules, options.players, 0)  # refuses a number that cannot play
    if options.record and options.record.exists():
        raise Unreadable(f"{options.record} is there already; name a new file for the record.")
    seed = " ".join(options.seed.split()) or "1"
    table = open_table(variant, variant.rules, seated(options.players, options.bot), seed)
    if options.record:
        save(options.record, table.record.text())
    return play(table, options.record)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line's exit code; every trouble is one sentence on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        code = run(parser().parse_args(arguments))
        sys.stdout.flush()
    except (GameError, Unreadable) as trouble:
        print(f"error: {trouble}", file=sys.stderr)
        return TROUBLE
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # whoever read along has gone; say nothing more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


if __name__ == "__main__":
    sys.exit(main())
