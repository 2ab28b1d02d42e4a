"""The screens of the Forty-fives family: table and sheets, result, game over, rules in words."""

from web.app.screens.forty_fives.play import SCREENS

__all__ = ["SCREENS"]
