"""Rules: the rules in force, in words and cards, to be searched."""

from __future__ import annotations

from collections.abc import Sequence

from htpy import Node

from engine.cards import card_name, parse_card
from web.app import texts
from web.app.components.cards import card
from web.app.components.parts import Action, screen
from web.app.components.reading import article, card_strip, heading, paragraph, search_field
from web.app.house import rules_line, rules_of, variant_of
from web.app.model import Model
from web.app.page import Page
from web.app.screens import screens_of
from web.app.screens.chapters import Chapter, Ladder

SEARCH = "Search the rules"


def rules_page(model: Model) -> Page:
    """The rules of the table one sits at, else of the game that would be dealt."""
    at_table = model.came_from not in ("new-game", "house")
    table = model.table if at_table else None
    variant, rules = variant_of(model), rules_of(model)[0]
    agreed = model.company.rules() if model.company and model.came_from == "room" else None
    if agreed is not None:
        variant, rules = agreed
    elif table is not None:
        variant, rules = table.variant, table.rules
    chapters = _found(screens_of(variant).chapters(rules), model.search)
    found = f"{len(chapters)} parts" if model.search else ""
    body: list[Node] = [
        paragraph(rules_line(variant, rules)),
        search_field(SEARCH, value=model.search, event="search", found=found),
        [_chapter(chapter) for chapter in chapters],
    ]
    page = screen(
        f"{variant.title} · {texts.RULES}",
        body,
        back=Action(texts.BACK, "leave", icon="back"),
        name="rules",
    )
    return Page("rules", page, title=texts.page_title(texts.RULES), depth=2)


def _found(chapters: Sequence[Chapter], search: str) -> list[Chapter]:
    """The chapters that hold what is looked for, with only their parts that do."""
    words = search.casefold().split()
    if not words:
        return list(chapters)
    found = []
    for chapter in chapters:
        parts = tuple(p for p in chapter.parts if _holds(_text(p), words))
        if _holds(chapter.title, words):
            parts = chapter.parts
        if parts:
            found.append(Chapter(chapter.id, chapter.title, parts))
    return found


def _holds(text: str, words: Sequence[str]) -> bool:
    folded = text.casefold()
    return all(word in folded for word in words)


def _text(part: str | Ladder) -> str:
    return part if isinstance(part, str) else f"{part.label} {part.note}"


def _chapter(chapter: Chapter) -> Node:
    return article(
        heading(chapter.title, id=f"rules-{chapter.id}"),
        *(_part(part) for part in chapter.parts),
        id=f"chapter-{chapter.id}",
    )


def _part(part: str | Ladder) -> Node:
    if isinstance(part, str):
        return paragraph(part)
    cards = [card(text, name=card_name(parse_card(text)), size="small") for text in part.cards]
    return card_strip(part.label, cards, note=part.note)
