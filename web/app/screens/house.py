"""House rules: every rule of the table with a sentence, tables of elsewhere, rules from a friend."""

from __future__ import annotations

from htpy import Node

from engine.game import Variant, find, names
from engine.house import HouseRule
from engine.rule_sets import RuleSet
from web.app import texts
from web.app.components.forms import Option, choices, lines, row, text_field
from web.app.components.parts import Action, button, buttons, notice, screen, section
from web.app.components.reading import paragraph, rules_table
from web.app.house import rules_line, rules_of, set_of, value_of, variant_of
from web.app.model import Model
from web.app.page import Page


def house_page(model: Model) -> Page:
    """Every rule of the table, as it is set, and what can be done with all of them together."""
    variant = variant_of(model)
    _, problem = rules_of(model)
    body: list[Node] = [
        paragraph(rules_line(variant, rules_of(model)[0])),
        lines(*(_rule(model, rule) for rule in variant.game.house_rules())),
        _saving(model, bool(problem)),
    ]
    # Where the thumb is, so that it is seen wherever the page has been scrolled to.
    told = notice(model.notice, id="notice") if model.notice else None
    if problem:
        told = notice(f"{texts.CANNOT_WORK} {problem}", id="problem", tone="warn")
    main = buttons(
        Action(texts.WRITE_AGAIN, "as-written", kind="quiet", off=not model.house),
        Action(texts.USE, "new-game", kind="prime", off=bool(problem)),
    )
    page = screen(
        f"{variant.title} · {texts.HOUSE_RULES}",
        body,
        back=Action(texts.BACK, "new-game", icon="back", id="house-back"),
        tools=[Action(texts.RULES, "rules", icon="help")],
        foot=[told, main],
        name="house",
    )
    return Page("house", page, title=texts.page_title(texts.HOUSE_RULES), depth=2)


def _rule(model: Model, rule: HouseRule) -> Node:
    """One rule: what it is set to, and when it is opened its choices and what is written."""
    chosen = value_of(model, rule)
    written = getattr(variant_of(model).rules, rule.field)
    changed = f"{texts.CHANGED}: " if chosen != written else ""
    opened = model.opened == rule.field
    head = Action(
        rule.title,
        "open-rule",
        "" if opened else rule.field,
        note=f"{changed}{rule.shown(chosen)}",
        id=f"open-{rule.field}",
    )
    line = row(head)
    if not opened:
        return line
    options = [
        Option(f"{rule.field} {number}", choice.label) for number, choice in enumerate(rule.choices)
    ]
    number = next((i for i, choice in enumerate(rule.choices) if choice.value == chosen), -1)
    return [
        line,
        choices(
            rule.title,
            options,
            chosen=f"{rule.field} {number}",
            event="set-rule",
            id=f"rule-{rule.field}",
            hint=f"{rule.sentence} {texts.WRITTEN.format(value=rule.shown(written))}",
        ),
    ]


def _saving(model: Model, broken: bool) -> Node:
    return section(
        texts.RULES_OF_TABLE,
        [
            text_field(
                texts.SET_NAME,
                value=model.house_name,
                event="name-set",
                id="set-name",
                hint=texts.SET_NAME_HINT,
                limit=24,
            ),
            buttons(
                Action(texts.SAVE, "save-set", off=broken),
                Action(texts.SEND, "share-set", icon="share", off=broken),
                Action(texts.COPY_TEXT, "copy-set", icon="copy", off=broken),
            ),
        ],
        id="saving",
    )


# -- tables of elsewhere and one's own ----------------------------------------------------------------


def tables_page(model: Model) -> Page:
    """Saved rules, rules from a friend, and how the games are played elsewhere."""
    body = [
        notice(model.notice, id="notice") if model.notice else None,
        section(texts.YOUR_SETS, _saved(model), id="saved"),
        text_field(texts.PASTE, value="", event="paste-set", id="paste", hint=texts.PASTE_HINT),
        section(
            texts.FAMILY,
            lines(*(_table(model, find(name)) for name in names())),
            id="family",
        ),
    ]
    page = screen(
        texts.OTHER_TABLES,
        body,
        back=Action(texts.BACK, "new-game", icon="back", id="tables-back"),
        foot=button(
            Action(texts.USE if model.together else texts.NEW_GAME, "new-game", kind="prime")
        ),
        name="tables",
    )
    return Page("tables", page, title=texts.page_title(texts.OTHER_TABLES), depth=2)


def _saved(model: Model) -> Node:
    if not model.sets:
        return paragraph(texts.NO_SETS)
    return [_saved_row(saved) for saved in model.sets]


def _saved_row(saved: RuleSet) -> Node:
    note = rules_line(saved.variant, saved.rules)
    label = f"{texts.DELETE_SET} {saved.name}"
    return [
        lines(row(Action(saved.name, "use-set", saved.name, note=note))),
        button(Action(texts.DELETE_SET, "delete-set", saved.name, kind="quiet", label=label)),
    ]


def _table(model: Model, variant: Variant) -> Node:
    note = variant.source[:1].upper() + variant.source[1:]
    action = Action(variant.title, "set-game", variant.name, note=note)
    return row(action, shown="✓" if variant == variant_of(model) else "")


# -- an offer -----------------------------------------------------------------------------------------


def offer_page(model: Model) -> Page:
    """What a link brought, rule by rule, before it is used."""
    offered = model.offered or set_of(model)
    variant = offered.variant
    rows = [
        (
            rule.title,
            rule.shown(getattr(offered.rules, rule.field)),
            rule.shown(getattr(variant.rules, rule.field)),
        )
        for rule in variant.game.house_rules()
        if getattr(offered.rules, rule.field) != getattr(variant.rules, rule.field)
    ]
    body = [
        paragraph(texts.OFFER_LINE),
        rules_table(("Rule", offered.name or "Here", texts.WRITE_AGAIN), rows, caption=texts.OFFER)
        if rows
        else paragraph(texts.NOTHING_DIFFERS),
    ]
    page = screen(
        offered.name or texts.OFFER,
        [
            paragraph(f"{variant.title}. {rules_line(variant, offered.rules)}"),
            body,
        ],
        back=Action(texts.BACK, "home", icon="back"),
        foot=buttons(
            Action(texts.NOT_THIS, "home", kind="quiet", id="offer-no"),
            Action(texts.USE, "take-offer", kind="prime"),
        ),
        name="offer",
    )
    return Page("offer", page, title=texts.page_title(texts.OFFER))
