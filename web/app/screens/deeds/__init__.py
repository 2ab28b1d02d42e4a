"""The screens of Deeds: table and sheets, what a card does, game over, rules in words."""
