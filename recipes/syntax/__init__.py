"""Parts of the recipe for the syntax model; the commands are recipes/train_syntax.py and recipes/score_syntax.py."""
