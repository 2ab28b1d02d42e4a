"""The screens of Deeds: table and sheets, what a card does, game over, rules in words."""

from web.app.screens.deeds.play import SCREENS

__all__ = ["SCREENS"]
