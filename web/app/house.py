"""The table that would be opened next: which game, by which house rules, and the saved rule sets."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from engine.game import GameError, Variant, find, first
from web.app import texts
from web.app.model import CHOICES, Model

if TYPE_CHECKING:
    from engine.house import HouseRule
    from engine.rule_sets import RuleSet

SEATS: Final = CHOICES["players"]


def variant_of(model: Model) -> Variant:
    """The variant that would be dealt."""
    return find(model.game or first())


def changes_of(model: Model) -> Mapping[str, Any]:
    """The fields in which the house rules differ from the variant's."""
    return dict(model.house)


def rules_of(model: Model) -> tuple[Any, str]:
    """The rules that would be dealt by, and no sentence; or the variant's own, and why the house
    rules cannot be played."""
    variant = variant_of(model)
    try:
        return variant.game.parse_rules(changes_of(model), variant.rules), ""
    except ValueError as error:
        return variant.rules, str(error)


def seats_for(model: Model) -> tuple[int, ...]:
    """How many may play by the rules that would be dealt by."""
    variant, (rules, _) = variant_of(model), rules_of(model)
    return tuple(number for number in SEATS if _seats(variant, rules, number))


def _seats(variant: Variant, rules: Any, number: int) -> bool:
    try:
        variant.game.start(rules, number, 0)
    except GameError:
        return False
    return True


def rules_line(variant: Variant, rules: Any) -> str:
    """Rules in a line, by how many of them are not the variant's own."""
    return texts.rules_line(variant.title, len(variant.game.rules_changes(rules, variant.rules)))


def value_of(model: Model, rule: HouseRule) -> Any:
    """What a rule is set to, be it playable with the others or not."""
    return changes_of(model).get(rule.field, getattr(variant_of(model).rules, rule.field))


def with_rule(model: Model, field: str, number: int) -> Model:
    """The model with a rule set to its choice of that number; a rule as written is no change."""
    variant = variant_of(model)
    rule = next((r for r in variant.game.house_rules() if r.field == field), None)
    if rule is None or not 0 <= number < len(rule.choices):
        return model
    changes = {**changes_of(model), field: rule.choices[number].value}
    written = {f: v for f, v in changes.items() if v != getattr(variant.rules, f)}
    return replace(model, house=tuple(written.items()), house_name="")


def with_game(model: Model, name: str) -> Model:
    """The model with another variant chosen, as written."""
    try:
        find(name)
    except GameError:
        return model
    return replace(model, game=name, house=(), house_name="")


def with_set(model: Model, chosen: RuleSet) -> Model:
    """The model with a rule set chosen."""
    changes = chosen.variant.game.rules_changes(chosen.rules, chosen.variant.rules)
    house = tuple(changes.items())
    return replace(model, game=chosen.variant.name, house=house, house_name=chosen.name)


def set_of(model: Model) -> RuleSet:
    """The rules that would be dealt by, under their name."""
    from engine.rule_sets import RuleSet

    return RuleSet(variant_of(model), rules_of(model)[0], model.house_name)


# -- saved sets -------------------------------------------------------------------------------------


def sets_text(sets: tuple[RuleSet, ...]) -> str:
    """All saved rule sets as one text to keep."""
    return json.dumps([saved.text() for saved in sets])


def parse_sets(text: str) -> tuple[tuple[RuleSet, ...], int]:
    """The saved rule sets, and how many could not be read."""
    from engine.rule_sets import parse_text
    from engine.text import read_json

    try:
        saved = read_json(text)
    except ValueError:
        return (), 1
    found, lost = [], 0
    for one in saved if isinstance(saved, list) else []:
        try:
            found.append(parse_text(str(one)))
        except GameError:
            lost += 1
    return tuple(found), lost


def saved_with(sets: tuple[RuleSet, ...], new: RuleSet) -> tuple[RuleSet, ...]:
    """The saved sets with a new one, which takes the place of one of the same name."""
    return (*(old for old in sets if old.name != new.name), new)
