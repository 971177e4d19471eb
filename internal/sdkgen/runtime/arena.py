"""Bots in Python for the games of the arena: this one file, Python 3.9 or later.

    import arena
    from arena import orkisland as game

    class Bot(game.Bot):
        def play(self, s: game.State) -> None:
            for ork in s.units_of(s.me):
                s.do(ork, "north")

    arena.serve(Bot)

The arena starts a new Bot for each match and calls play in every round, with the state
of the match. There is a class for each game with all that its bots can ask. print() is
free for debugging: what a bot prints is shown with its name, and kept with the match.
"""

from __future__ import annotations

import os
import sys
from operator import index
from time import process_time_ns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any, Callable, ClassVar, Iterable, Literal, MutableSequence, Optional, Sequence, TypeVar, Union

    T = TypeVar("T")
    Number = TypeVar("Number", int, float)
    Place = Union[int, "tuple[int, int]"]

__all__ = [__GAMES__"Budget", "Rand", "Ways", "param", "play_transcript", "serve"]

_PROTOCOL = 1  # the version of the line protocol
_MOST_NOTES = 64 << 10  # bytes of notes in a match: the arena drops what is more
_MOST_TEXT = 400  # bytes of the text of a note
_FAR = 1 << 62


# What a line holds is only decoded when a bot asks for it. A field is a descriptor that
# makes the value and stores it where it is found without the descriptor from then on.


class _Field:
    __slots__ = ("decode", "name")

    def __init__(self, decode: Callable[[Any], Any]) -> None:
        self.decode = decode

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


class _Changing(_Field):
    """A line of every round."""

    __slots__ = ()

    def __get__(self, s: Any, owner: Optional[type] = None) -> Any:
        if s is None:
            return self
        value = s.__dict__[self.name] = self.decode(_line(s._lines, self.name))
        return value


class _Fixed(_Field):
    """A line of the start of a match. Its value is kept in the match's own class."""

    __slots__ = ("line",)

    def __init__(self, decode: Callable[[Any], Any], line: str = "") -> None:
        self.decode = decode
        self.line = line

    def __get__(self, s: Any, owner: Optional[type] = None) -> Any:
        if s is None:
            return self
        value = self.decode(_line(s._match.lines, self.line or self.name))
        setattr(type(s), self.name, value)
        return value


class _Lazy(_Field):
    """Anything that is worked out from a State once."""

    __slots__ = ()

    def __get__(self, s: Any, owner: Optional[type] = None) -> Any:
        if s is None:
            return self
        value = s.__dict__[self.name] = self.decode(s)
        return value


def _line(lines: dict[str, Any], name: str) -> Any:
    if name not in lines:
        raise AttributeError(f"the arena sent no line {name!r}")
    return lines[name]


def _numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


# These are functions so that type checkers take the fields' annotations.


def _number() -> Any:
    return _Changing(int)


def _list() -> Any:
    return _Changing(_numbers)


def _text() -> Any:
    return _Changing(str)


def _words() -> Any:
    return _Changing(str.split)


def _start_number() -> Any:
    return _Fixed(int)


def _start_table(line: str, kinds: str) -> Any:
    return _Fixed(lambda lines: _records(lines, kinds), line)


def _start_list() -> Any:
    return _Fixed(_numbers)


def _start_text() -> Any:
    return _Fixed(str)


def _start_words() -> Any:
    return _Fixed(str.split)


def _lazy(make: Callable[[Any], Any]) -> Any:
    return _Lazy(make)


def _names(lines: list[str]) -> list[str]:
    return [line.partition(" ")[2] for line in lines]


def _records(lines: list[str], kinds: str) -> list[list[Any]]:
    """Decodes lines of records: a number, then for each letter of kinds a number (n), a
    word (w) or all the numbers (N) or words (W) that are left."""
    table = []
    for line in lines:
        words = line.split()
        row: list[Any] = [int(words[0])]
        for at, kind in enumerate(kinds, 1):
            if kind == "n":
                row.append(int(words[at]))
            elif kind == "w":
                row.append(words[at])
            else:
                row.append([int(w) for w in words[at:]] if kind == "N" else words[at:])
        table.append(row)
    return table


def _joined(make: Any, table: list[list[Any]], columns: Sequence[list[int]]) -> list[Any]:
    return [make(*row, *(c[row[0]] if row[0] < len(c) else -1 for c in columns)) for row in table]


def _table(make: Any, ids: Optional[list[int]], columns: Sequence[list[Any]]) -> list[Any]:
    most = max(map(len, columns))
    padded = [c if len(c) == most else c + [-1] * (most - len(c)) for c in columns]
    return list(map(make, range(most) if ids is None else ids, *padded))


def _blocks(count: int, groups: list[tuple[int, list[tuple[str, int]]]]) -> list[str]:
    """Returns what each of so many units is, given runs of units of a kind; groups of runs are repeated."""
    kinds: list[str] = []
    for times, runs in groups:
        for _ in range(times):
            for kind, length in runs:
                kinds += [kind] * min(length, count - len(kinds))
            if len(kinds) >= count:
                break
    return kinds


def _meant(word: Any, words: Iterable[str], what: str) -> ValueError:
    from difflib import get_close_matches

    near = get_close_matches(str(word).lower().replace(" ", "_"), words, 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return ValueError(f"{word!r} is no {what}: {', '.join(words)}{hint}")


class Budget:
    """The CPU time in nanoseconds that is left: of this round, and of the bank for the match."""

    __slots__ = ("bank", "round")

    def __init__(self, round: int, bank: int) -> None:
        self.round = round
        self.bank = bank

    def __repr__(self) -> str:
        return f"Budget(round={self.round}, bank={self.bank})"


class Rand:
    """A source of random draws (SplitMix64), the same in all languages of the arena's SDKs."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & 0xFFFFFFFFFFFFFFFF

    def next(self) -> int:
        """Returns 64 random bits."""
        self._state = z = (self._state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Returns a number from 0 to n-1; n is from 1 to 2**32. It is the upper 32 bits of next() * n / 2**32."""
        if not 0 < n <= 1 << 32:
            raise ValueError(f"below({n}): n is from 1 to 2**32")
        return ((self.next() >> 32) * n) >> 32

    def choice(self, items: Sequence[T]) -> T:
        """Returns one of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Puts the items in random order: from the last to the second, each is swapped with one up to itself."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


class Ways:
    """The cheapest paths from every cell to the nearest of some targets: see ways_to.

    Among paths of equal cost, the one with the fewest steps wins. Units that stand in
    the way do not count.
    """

    __slots__ = ("_enter", "_lengths", "_s", "_words")

    def __init__(self, s: Any, words: Sequence[str], enter: list[int], targets: Iterable[int]) -> None:
        self._s = s
        self._words = words
        self._enter = enter
        self._lengths = _search(s._match.around(s, words), enter, targets)

    def distance(self, cell: int) -> int:
        """Returns the cost of the cheapest path from a cell, or -1 if there is none."""
        length = self._lengths[cell] if 0 <= cell < len(self._lengths) else -1
        return length >> 24 if 0 <= length < _FAR else -1

    def steps(self, cell: int) -> int:
        """Returns how many steps the cheapest path from a cell has, or -1 if there is none."""
        length = self._lengths[cell] if 0 <= cell < len(self._lengths) else -1
        return length & 0xFFFFFF if 0 <= length < _FAR else -1

    def step(self, cell: int) -> Any:
        """Returns the first step of the cheapest path from a cell. On a target, and if there is
        no path, it is the command to stay, or None if the game has none."""
        stay = self._s._STAY
        here = self._lengths[cell] if 0 <= cell < len(self._lengths) else -1
        if not 0 < here < _FAR:
            return stay
        first = None
        for word in self._words:
            to = self._s.dest(cell, word)
            if to >= 0 and self._enter[to] > 0 and self._lengths[to] + self._enter[to] == here:
                if not self._s._PREFER_FREE or self._s.unit_at(to) is None:
                    return word
                first = first or word
        return first or stay

    def path(self, cell: int) -> list[int]:
        """Returns the cells of the cheapest path from a cell, without the first and with the last."""
        cells: list[int] = []
        while 0 <= cell < len(self._lengths) and 0 < self._lengths[cell] < _FAR:
            cell = self._s.dest(cell, self.step(cell))
            cells.append(cell)
        return cells


def _search(around: list[list[int]], enter: list[int], targets: Iterable[int]) -> list[int]:
    """Finds the length of the way from every cell to the targets: its cost << 24, plus its steps."""
    from heapq import heappop, heappush

    lengths = [_FAR if e > 0 else -1 for e in enter]
    cells = [t for t in targets if 0 <= t < len(lengths) and lengths[t] > 0]
    for t in cells:
        lengths[t] = 0
    waiting = {0: cells}  # the cells by length; few lengths have many cells each
    order = [0]
    while order:
        here = heappop(order)
        for cell in waiting.pop(here):
            if lengths[cell] != here:
                continue
            there = here + enter[cell]
            for to in around[cell]:
                if there < lengths[to]:
                    lengths[to] = there
                    if there in waiting:
                        waiting[there].append(to)
                    else:
                        waiting[there] = [to]
                        heappush(order, there)
    return lengths


class _Match:
    """What a match keeps from round to round."""

    def __init__(self, lines: dict[str, Any], spent: int) -> None:
        self.lines = lines
        self.noted = 0
        self.rand: Optional[Rand] = None
        self.kept: dict[Any, Any] = {}
        self.per_round = int(lines.get("cpu_per_round", 0))
        self.bank = int(lines.get("cpu_bank", 0))
        self.extra = int(lines.get("cpu_start", 0))
        self.spent = spent

    def left(self, now: int) -> tuple[int, int]:
        left = self.per_round + self.extra - (now - self.spent)
        return max(left, 0), max(self.bank + min(left, 0), 0)

    def answered(self) -> None:
        if self.per_round:
            now = process_time_ns()
            self.bank = self.left(now)[1]
            self.spent = now
            self.extra = 0

    def around(self, s: Any, words: Sequence[str]) -> list[list[int]]:
        """Returns the neighbours of all cells. They never change, so they are found once."""
        known = self.kept.get(words)
        if known is None:
            columns = [s._shifted(s._STEPS[w]) for w in words]
            known = self.kept[words] = [[to for to in tos if to >= 0] for tos in zip(*columns)]
        return known

    def enter(self, grid: str, kind: str, costs: Callable[[], dict[str, int]]) -> list[int]:
        """Returns what it costs to enter each cell, and a step; 0 if nothing can."""
        known = self.kept.get(kind)
        if known is None or known[0] != grid:
            by_letter = {letter: (cost << 24) + 1 for letter, cost in costs().items()}
            known = self.kept[kind] = (grid, [by_letter.get(letter, 0) for letter in grid])
        return known[1]


class _Over:
    """Takes the commands for a round that is over."""

    def append(self, line: str) -> None:
        raise RuntimeError("this State is of a round that is over: every round brings a new one")


class _State:
    _match: ClassVar[Any] = None
    _STAY: ClassVar[Optional[str]] = None
    _PREFER_FREE: ClassVar[bool] = False
    _FIELDS: ClassVar[tuple[tuple[str, str], ...]] = ()
    _SEAT: ClassVar[tuple[tuple[str, str], ...]] = (
        ("me", "number"),
        ("names", "names"),
        ("seed", "number"),
        ("cpu_per_round", "number"),
        ("cpu_bank", "number"),
        ("wall_per_round", "number"),
        ("wall_bank", "number"),
        ("cpu_start", "number"),
    )

    me: int = _start_number()
    """The player's own number, from 0."""
    names: list[str] = _Fixed(_names, "name")  # type: ignore[assignment]
    """The names of all players."""
    seed: int = _start_number()
    """The seed of the player's own random draws."""
    cpu_per_round: int = _start_number()
    """CPU time that each round may use, in nanoseconds; 0 means no limit."""
    cpu_bank: int = _start_number()
    """CPU time beyond that, for the whole match, in nanoseconds."""
    wall_per_round: int = _start_number()
    """Wall-clock time that an answer may take, in nanoseconds; 0 means no limit."""
    wall_bank: int = _start_number()
    """Wall-clock time beyond that, for the whole match, in nanoseconds."""
    cpu_start: int = _start_number()
    """CPU time beyond that of the first round, for what comes before the first answer."""

    def __init__(self, lines: dict[str, Any]) -> None:
        self._lines = lines
        self._out: Any = []

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.names)

    @property
    def rand(self) -> Rand:
        """The player's own random draws. The match seeds them, so that it can be played again."""
        if self._match.rand is None:
            self._match.rand = Rand(self.seed)
        return self._match.rand  # type: ignore[no-any-return]

    def budget(self) -> Optional[Budget]:
        """Returns the CPU time that is left at this moment; None if it is not limited."""
        return Budget(*self._match.left(process_time_ns())) if self._match.per_round else None

    def mark(self, cell: Place) -> None:
        """Makes a cell stand out in the viewer. Notes do not affect the match."""
        self._note("mark %d %d" % self._place(cell), None)

    def arrow(self, start: Place, end: Place) -> None:
        """Draws an arrow from one cell to another in the viewer."""
        self._note("arrow %d %d %d %d" % (self._place(start) + self._place(end)), None)

    def label(self, cell: Place, *values: object) -> None:
        """Writes a few characters on a cell in the viewer. Values are written as print() does."""
        self._note("label %d %d" % self._place(cell), values)

    def log(self, *values: object) -> None:
        """Notes a line about the round, for the viewer. Values are written as print() does."""
        self._note("log", values)

    def log_unit(self, unit: Any, *values: object) -> None:
        """Notes a line about a unit, for the viewer."""
        self._note(f"logunit {index(unit)}", values)

    def _note(self, line: str, values: Optional[tuple[object, ...]]) -> None:
        if self._match.noted > _MOST_NOTES:
            return
        if values is not None:
            text = " ".join(map(str, values)).rstrip("\n")
            for space in "\r\n\t":
                text = text.replace(space, " ")
            text = text.encode("utf-8", "replace")[:_MOST_TEXT].decode("utf-8", "ignore")
            line = f"{line} {text}"
        self._match.noted += len(line.encode())
        self._out.append(line + "\n")

    def _place(self, cell: Place) -> tuple[int, int]:
        if isinstance(cell, tuple):
            return cell
        cols: int = self.cols  # type: ignore[attr-defined]
        return index(cell) // cols, index(cell) % cols

    def numpy(self, name: str) -> Any:
        """Returns a field as an array of numpy, which must be installed: numbers as int64, a board as
        characters (uint8) by row and column."""
        import numpy

        value = getattr(self, name)
        if not isinstance(value, str):
            return numpy.array(value, dtype=numpy.int64)
        letters = numpy.frombuffer(value.encode(), dtype=numpy.uint8)
        cols = getattr(self, "cols", 0)
        return letters.reshape(-1, cols) if cols and len(value) == cols * self.rows else letters  # type: ignore[attr-defined]


class _Board:
    """What every State of a game with a board has."""

    _STEPS: ClassVar[dict[str, tuple[int, int]]] = {}
    _WRAP_ROWS: ClassVar[bool] = False
    _WRAP_COLS: ClassVar[bool] = False
    rows: int
    cols: int

    def cell(self, row: int, col: int) -> int:
        """Returns the number of a cell."""
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
            raise _meant(word, tuple(self._STEPS), "step")
        rows, cols = self.rows, self.cols
        row, col = cell // cols + step[0], cell % cols + step[1]
        if self._WRAP_ROWS:
            row %= rows
        if self._WRAP_COLS:
            col %= cols
        return row * cols + col if 0 <= row < rows and 0 <= col < cols else -1

    def _shifted(self, step: tuple[int, int]) -> list[int]:
        """Returns dest for all cells and one step."""
        rows, cols = self.rows, self.cols
        by_row, by_col = step
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

    def neighbours(self, cell: int) -> list[tuple[str, int]]:
        """Returns the steps that lead to other cells of the board, and these cells."""
        found = []
        for word, step in self._STEPS.items():
            if step != (0, 0):
                to = self.dest(cell, word)
                if to >= 0:
                    found.append((word, to))
        return found


class _Bot:
    name = ""
    """The bot's name, at most 12 characters without spaces. If it is empty, that of its file counts."""
    version = ""
    """The bot's own version, without spaces."""
    once = False
    """Whether the bot is to be started anew for each match."""

    _game: ClassVar[Any] = None

    def start(self, s: Any) -> None:
        """Is called once in a match, before the first call of play, with the same state."""

    def play(self, s: Any) -> None:
        """Is called in every round. Give commands by calling s.do."""
        raise NotImplementedError("a bot needs a method play(self, s)")


class _Talk:
    """Reads what the arena writes, and answers."""

    def __init__(self, bots: Sequence[Any], write: Callable[[bytes], None]) -> None:
        self.bots = {bot._game.NAME: bot for bot in bots}
        self.write = write
        self.pieces: list[bytes] = []
        self.bot: Any = None
        self.make_bot: Any = None
        self.state: Any = None
        self.lines: dict[str, Any] = {}
        self.lists: dict[str, list[str]] = {}
        self.spent = 0

    def feed(self, data: bytes) -> None:
        end = data.rfind(b"\n")
        if end < 0:
            self.pieces.append(data)
            return
        self.pieces.append(data[:end])
        text = b"".join(self.pieces).decode("utf-8", "replace")
        self.pieces = [data[end + 1 :]]
        if "\r" in text:
            text = text.replace("\r\n", "\n").rstrip("\r")
        for line in text.split("\n"):
            name, _, value = line.partition(" ")
            if name in self.lists:
                self.lists[name].append(value)
            elif name == "go":
                self.go(value)
            elif name == "match":
                self.match(value)
            elif name == "end":
                self.bot = self.make_bot = self.state = None
            else:
                self.lines[name] = value

    def match(self, words: str) -> None:
        game = words.partition(" ")[0]
        if game not in self.bots:
            raise SystemExit(f"this bot plays {', '.join(self.bots)}, not {game}")
        self.make_bot = self.bots[game]
        self.spent = process_time_ns()
        self.bot = self.state = None
        self.fresh()
        self.lists["name"] = self.lines["name"] = []

    def fresh(self) -> None:
        """Begins to collect lines anew."""
        self.lists = {name: [] for name in self.make_bot._game.LISTS}
        self.lines = dict(self.lists)

    def go(self, words: str) -> None:
        number = int(words.partition(" ")[0])
        if self.make_bot is None:
            raise SystemExit("the arena asked for an answer before a match began")
        lines = self.lines
        if self.state is None:
            match = _Match(lines, self.spent)
            self.state = type("State", (self.make_bot._game.State,), {"_match": match})
            self.bot = self.make_bot()
            self.fresh()
            s = self.state(lines)
            self.bot.start(s)
        else:
            self.fresh()
            s = self.state(lines)
        self.bot.play(s)
        out, s._out = s._out, _Over()
        out.append(f"done {number}\n")
        self.write("".join(out).encode("utf-8", "replace"))
        s._match.answered()


def param(name: str, default: Number) -> Number:
    """The value of a parameter of the bot, which arena tune can search for. It is declared with its
    range in params.json, beside the bot; without arena or file, the default holds. If the default is
    an int, so is the value."""
    for word in os.environ.get("ARENA_PARAMS", "").split():
        key, _, text = word.partition("=")
        if key == name:
            value = float(text)
            if not isinstance(default, int):
                return value
            if not value.is_integer():
                raise ValueError(f'parameter {name} is {text}, which is no int: declare it with "integer": true')
            return int(value)
    return default


def serve(*bots: type) -> None:
    """Plays matches over standard input and output, until the arena ends them. It is given the class
    of the bot, or of several bots, each for another game."""
    for one in bots:
        if not (isinstance(one, type) and issubclass(one, _Bot) and one._game is not None):
            raise TypeError(f"serve takes classes of bots, such as class Bot(arena.{_GAMES[0]}.Bot): not {one!r}")
    if not bots:
        raise TypeError("serve needs the class of a bot")
    games = [one._game for one in bots]  # type: ignore[attr-defined]
    if sys.stdin is not None and sys.stdin.isatty() and "ARENA_LINES" not in os.environ:
        path = sys.argv[0]
        title = ", ".join(game.TITLE for game in games)
        print(f"{os.path.basename(path)} is a bot for {title}; the arena starts it", file=sys.stderr)
        raise SystemExit(f"hint: arena check {path}")
    # From here on the protocol has a file of its own, and what is printed goes to
    # standard error, so that it can't break an answer.
    sys.stdout.flush()
    out = os.dup(1)
    os.dup2(2, 1)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(line_buffering=True)

    def write(data: bytes) -> None:
        while data:
            data = data[os.write(out, data) :]

    bot: Any = bots[0]
    words = [f"arena {_PROTOCOL} sdk=python/__VERSION__"]
    words.append("games=" + ",".join(f"{game.NAME}:{game.VERSION}" for game in games))
    for key in ("name", "version"):
        value = "".join(str(getattr(bot, key)).split())
        if value:
            words.append(f"{key}={value}")
    if bot.once:
        words.append("once")
    write((" ".join(words) + "\n").encode())
    talk = _Talk(bots, write)
    try:
        while True:
            data = os.read(0, 1 << 16)
            if not data:
                return
            talk.feed(data)
    except BrokenPipeError:  # the arena has gone
        return


def play_transcript(bot: Union[type, Sequence[type]], file: Union[str, os.PathLike[str], IO[str], IO[bytes]]) -> str:
    """Plays what the arena wrote in a match, from a file, and returns what the bot answers. It is for
    unit tests, and for a debugger."""
    answers: list[bytes] = []
    talk = _Talk(bot if isinstance(bot, (list, tuple)) else [bot], answers.append)
    data: Any
    if hasattr(file, "read"):
        data = file.read()
    else:
        with open(file, "rb") as opened:
            data = opened.read()
    talk.feed((data.encode() if isinstance(data, str) else data) + b"\n")
    return b"".join(answers).decode("utf-8", "replace")
