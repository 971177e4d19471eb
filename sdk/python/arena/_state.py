"""What the State of every game has."""

from __future__ import annotations

from math import isfinite
from operator import index

from arena._lines import fixed, meant
from arena._rand import Rand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, SupportsIndex, Union

    from arena._lines import Lines
    from arena._match import Budget, Match, Over

    Place = Union[SupportsIndex, "tuple[int, int]"]

MOST_NOTES = 64 << 10  # bytes of notes in a match: the arena drops what is more
MOST_TEXT = 400  # bytes of the text of a note


class State:
    """What the State of every game has."""

    _match: ClassVar[Match]

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._out: list[str] | Over = []

    @fixed
    def me(self) -> int:
        """The player's own number, from 0."""
        return int(self._match.lines["me"])

    @fixed
    def names(self) -> list[str]:
        """The names of all players."""
        lines: list[str] = self._match.lines["name"]
        return [line.partition(" ")[2] for line in lines]

    @fixed
    def seed(self) -> int:
        """The seed of the player's own random draws."""
        return int(self._match.lines["seed"])

    @fixed
    def cpu_per_round(self) -> int:
        """CPU time that each round may use, in nanoseconds; 0 means no limit."""
        return int(self._match.lines["cpu_per_round"])

    @fixed
    def cpu_bank(self) -> int:
        """CPU time beyond that, for the whole match, in nanoseconds."""
        return int(self._match.lines["cpu_bank"])

    @fixed
    def wall_per_round(self) -> int:
        """Wall-clock time that an answer may take, in nanoseconds; 0 means no limit."""
        return int(self._match.lines["wall_per_round"])

    @fixed
    def wall_bank(self) -> int:
        """Wall-clock time beyond that, for the whole match, in nanoseconds."""
        return int(self._match.lines["wall_bank"])

    @fixed
    def cpu_start(self) -> int:
        """CPU time beyond that of the first round, for what comes before the first answer."""
        return int(self._match.lines["cpu_start"])

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.names)

    @property
    def rand(self) -> Rand:
        """The player's own random draws. The match seeds them, so that it can be played again."""
        if self._match.rand is None:
            self._match.rand = Rand(self.seed)
        return self._match.rand

    def budget(self) -> Budget | None:
        """Returns the CPU time that is left at this moment; None if it is not limited."""
        return self._match.left() if self._match.per_round else None

    def mark(self, cell: Place) -> None:
        """Makes a cell stand out in the viewer. Notes do not affect the match."""
        self._note("mark %d %d" % self._place(cell))

    def arrow(self, start: Place, end: Place) -> None:
        """Draws an arrow from one cell to another in the viewer."""
        self._note("arrow %d %d %d %d" % (self._place(start) + self._place(end)))

    def label(self, cell: Place, *values: object) -> None:
        """Writes a few characters on a cell in the viewer. Values are written as print() does."""
        self._note("label %d %d" % self._place(cell), values)

    def log(self, *values: object) -> None:
        """Notes a line about the round, for the viewer. Values are written as print() does."""
        self._note("log", values)

    def log_unit(self, unit: SupportsIndex, *values: object) -> None:
        """Notes a line about a unit, for the viewer."""
        self._note(f"logunit {index(unit)}", values)

    def chart(self, name: str, value: float) -> None:
        """Notes a number of the round, such as ("army", 12), for a chart in the viewer. Of one name, the last of a
        round counts. One that is not finite is left out."""
        if isfinite(value):
            self._note("chart " + repr(float(value)).removesuffix(".0"), (name,))

    def _note(self, line: str, values: tuple[object, ...] | None = None) -> None:
        if self._match.noted > MOST_NOTES:
            return
        if values is not None:
            text = " ".join(map(str, values)).rstrip("\n")
            for space in "\r\n\t":
                text = text.replace(space, " ")
            text = text.encode("utf-8", "replace")[:MOST_TEXT].decode("utf-8", "ignore")
            line = f"{line} {text}"
        self._match.noted += len(line.encode())
        self._out.append(line + "\n")

    def _place(self, cell: Place) -> tuple[int, int]:
        if isinstance(cell, tuple):
            return cell
        cols: int = getattr(self, "cols")
        return index(cell) // cols, index(cell) % cols

    def numpy(self, name: str) -> Any:
        """Returns a field as an array of numpy, which must be installed: numbers as int64, a board as
        characters (uint8) by row and column."""
        import importlib

        numpy: Any = importlib.import_module("numpy")
        value: Any = getattr(self, name)
        if not isinstance(value, str):
            return numpy.array(value, dtype=numpy.int64)
        letters = numpy.frombuffer(value.encode(), dtype=numpy.uint8)
        rows, cols = getattr(self, "rows", 0), getattr(self, "cols", 0)
        return letters.reshape(-1, cols) if cols and len(value) == cols * rows else letters


class Board(State):
    """What the State of every game with a board has."""

    _STEPS: ClassVar[dict[str, tuple[int, int]]] = {}
    _STAY: ClassVar[str | None] = None
    _PREFER_FREE: ClassVar[bool] = False
    _WRAP_ROWS: ClassVar[bool] = False
    _WRAP_COLS: ClassVar[bool] = False

    @fixed
    def rows(self) -> int:
        """The rows of the board."""
        raise NotImplementedError

    @fixed
    def cols(self) -> int:
        """The columns of the board."""
        raise NotImplementedError

    def unit_at(self, cell: int) -> Any:
        """Returns the unit on a cell, or None."""
        return None

    def cell(self, row: int, col: int) -> int:
        """Returns the number of a cell: row * cols + col."""
        return row * self.cols + col

    def row(self, cell: int) -> int:
        """Returns the row of a cell, from the top, from 0."""
        return cell // self.cols

    def col(self, cell: int) -> int:
        """Returns the column of a cell, from the left, from 0."""
        return cell % self.cols

    def has(self, row: int, col: int) -> bool:
        """Reports whether there is such a row and column."""
        return 0 <= row < self.rows and 0 <= col < self.cols

    def dest(self, cell: int, word: str) -> int:
        """Returns the cell to which a step leads, or -1 if it leads off the board."""
        step = self._STEPS.get(word)
        if step is None:
            raise meant(word, tuple(self._STEPS), "step")
        rows, cols = self.rows, self.cols
        row, col = cell // cols + step[0], cell % cols + step[1]
        if self._WRAP_ROWS:
            row %= rows
        if self._WRAP_COLS:
            col %= cols
        return row * cols + col if 0 <= row < rows and 0 <= col < cols else -1

    def shifted(self, word: str) -> list[int]:
        """Returns dest for all cells and one step."""
        rows, cols = self.rows, self.cols
        by_row, by_col = self._STEPS[word]
        all_cells: list[int] = []
        for row in range(by_row, by_row + rows):
            if self._WRAP_ROWS:
                row %= rows
            if not 0 <= row < rows:
                all_cells += [-1] * cols
                continue
            line = list(range(row * cols, (row + 1) * cols))
            over = line if self._WRAP_COLS else [-1] * cols
            all_cells += line[by_col:] + over[:by_col] if by_col >= 0 else over[by_col:] + line[:by_col]
        return all_cells

    def neighbours(self, cell: int) -> list[tuple[Any, int]]:
        """Returns the steps that lead to other cells of the board, and these cells."""
        found: list[tuple[Any, int]] = []
        for word, step in self._STEPS.items():
            if step != (0, 0):
                to = self.dest(cell, word)
                if to >= 0:
                    found.append((word, to))
        return found
