"""The screens of the Forty-fives family: table and sheets, result, game over, rules in words."""
