"""What a match keeps from round to round."""

from __future__ import annotations

from time import process_time_ns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from arena._lines import Lines
    from arena._rand import Rand
    from arena._state import Board


class Budget:
    """The CPU time in nanoseconds that is left: of this round, and of the bank for the match."""

    __slots__ = ("bank", "round")

    def __init__(self, round: int, bank: int) -> None:
        self.round = round
        self.bank = bank

    def __repr__(self) -> str:
        return f"Budget(round={self.round}, bank={self.bank})"


class Match:
    """What a match keeps from round to round."""

    def __init__(self, lines: Lines, spent: int) -> None:
        self.lines = lines
        self.noted = 0
        self.rand: Rand | None = None
        self.neighbours: dict[tuple[str, ...], list[list[int]]] = {}
        self.costs: dict[str, tuple[str, list[int]]] = {}
        self.per_round = int(lines.get("cpu_per_round", 0))
        self.bank = int(lines.get("cpu_bank", 0))
        self.extra = int(lines.get("cpu_start", 0))
        self.spent = spent

    def left(self) -> Budget:
        left = self.per_round + self.extra - (process_time_ns() - self.spent)
        return Budget(max(left, 0), max(self.bank + min(left, 0), 0))

    def answered(self) -> None:
        if self.per_round:
            self.bank = self.left().bank
            self.spent = process_time_ns()
            self.extra = 0

    def around(self, s: Board, words: tuple[str, ...]) -> list[list[int]]:
        """Returns the neighbours of all cells. They never change, so they are found once."""
        known = self.neighbours.get(words)
        if known is None:
            columns = [s.shifted(w) for w in words]
            known = self.neighbours[words] = [[to for to in tos if to >= 0] for tos in zip(*columns)]
        return known

    def enter(self, grid: str, kind: str, costs: Callable[[], dict[str, int]]) -> list[int]:
        """Returns what it costs to enter each cell, and a step; 0 if nothing can."""
        known = self.costs.get(kind)
        if known is None or known[0] != grid:
            by_letter = {letter: (cost << 24) + 1 for letter, cost in costs().items()}
            known = self.costs[kind] = (grid, [by_letter.get(letter, 0) for letter in grid])
        return known[1]


class Over:
    """Takes the commands for a round that is over."""

    def append(self, line: str) -> Any:
        raise RuntimeError("this State is of a round that is over: every round brings a new one")
