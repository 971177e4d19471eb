"""A bot for Ork Island that does nothing yet."""

import arena
from arena import orkisland as game


class Bot(game.Bot):  # a new one in each match, so it may remember things in self
    def play(self, s: game.State) -> None:
        pass


if __name__ == "__main__":
    arena.serve(Bot)
