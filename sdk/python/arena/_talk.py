"""Reads what the arena writes, and answers."""

from __future__ import annotations

import os
import sys
from time import process_time_ns

from arena._lines import Lines
from arena._match import Match, Over

# pyright: reportPrivateUsage=false

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import IO, Any, ClassVar, TypeVar

    from arena._state import State

    Number = TypeVar("Number", int, float)

PROTOCOL = 1  # the version of the line protocol
SDK = "python/1"


class Game:
    """A game as a bot must know it."""

    def __init__(self, name: str, title: str, version: int, lists: tuple[str, ...], state: type[State]) -> None:
        self.name = name
        self.title = title
        self.version = version
        self.lists = lists  # the lines that come once for each of several
        self.state = state


class AnyBot:
    """What a bot for any game is made of."""

    name = ""
    """The bot's name, at most 12 characters without spaces. If it is empty, that of its file counts."""
    version = ""
    """The bot's own version, without spaces."""
    once = False
    """Whether the bot is to be started anew for each match."""

    _game: ClassVar[Game | None] = None

    def start(self, s: Any) -> None:
        """Is called once in a match, before the first call of play, with the same state."""

    def play(self, s: Any) -> None:
        """Is called in every round. Give commands by calling s.do."""
        raise NotImplementedError("a bot needs a method play(self, s)")


class Talk:
    """Reads what the arena writes, and answers."""

    def __init__(self, bots: Sequence[type[AnyBot]], write: Callable[[bytes], object]) -> None:
        self.bots = {bot._game.name: (bot._game, bot) for bot in bots if bot._game is not None}
        self.write = write
        self.pieces: list[bytes] = []
        self.playing: tuple[Game, type[AnyBot]] | None = None
        self.bot: AnyBot | None = None
        self.state: type[State] | None = None
        self.lines = Lines()
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
                self.bot = self.playing = self.state = None
            else:
                self.lines[name] = value

    def match(self, words: str) -> None:
        game = words.partition(" ")[0]
        if game not in self.bots:
            raise SystemExit(f"this bot plays {', '.join(self.bots)}, not {game}")
        self.playing = self.bots[game]
        self.spent = process_time_ns()
        self.bot = self.state = None
        self.fresh(self.playing[0])
        self.lists["name"] = self.lines["name"] = []

    def fresh(self, game: Game) -> Lines:
        """Begins to collect lines anew, and returns those that there are."""
        lines = self.lines
        self.lists = {name: [] for name in game.lists}
        self.lines = Lines(self.lists)
        return lines

    def go(self, words: str) -> None:
        number = int(words.partition(" ")[0])
        if self.playing is None:
            raise SystemExit("the arena asked for an answer before a match began")
        game, make_bot = self.playing
        lines = self.fresh(game)
        if self.state is None or self.bot is None:
            self.state = type("State", (game.state,), {"_match": Match(lines, self.spent)})
            self.bot = make_bot()
            s = self.state(lines)
            self.bot.start(s)
        else:
            s = self.state(lines)
        self.bot.play(s)
        out, s._out = s._out, Over()
        self.write(("".join(out) + f"done {number}\n").encode("utf-8", "replace") if isinstance(out, list) else b"")
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


def serve(*bots: type[AnyBot]) -> None:
    """Plays matches over standard input and output, until the arena ends them. It is given the class
    of the bot, or of several bots, each for another game."""
    games = games_of(bots)
    if sys.stdin is not None and sys.stdin.isatty() and "ARENA_LINES" not in os.environ:
        path = sys.argv[0]
        title = ", ".join(game.title for game in games)
        print(f"{os.path.basename(path)} is a bot for {title}; the arena starts it", file=sys.stderr)
        raise SystemExit(f"hint: arena check {path}")
    out = own_output()

    def write(data: bytes) -> None:
        while data:
            data = data[os.write(out, data) :]

    write((hello(bots[0], games) + "\n").encode())
    talk = Talk(bots, write)
    try:
        while data := os.read(0, 1 << 16):
            talk.feed(data)
    except BrokenPipeError:  # the arena has gone
        return


def games_of(bots: Sequence[object]) -> list[Game]:
    """Returns the games of bots, which must be classes for a game each."""
    games: list[Game] = []
    for one in bots:
        game = one._game if isinstance(one, type) and issubclass(one, AnyBot) else None
        if game is None:
            raise TypeError(f"serve takes classes of bots, such as class Bot(game.Bot): not {one!r}")
        games.append(game)
    if not games:
        raise TypeError("serve needs the class of a bot")
    return games


def own_output() -> int:
    """Gives the protocol a file of its own. What is printed goes to standard error from then on, so
    that it can't break an answer."""
    sys.stdout.flush()
    out = os.dup(1)
    os.dup2(2, 1)
    reconfigure: Any = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(line_buffering=True)
    return out


def hello(bot: type[AnyBot], games: list[Game]) -> str:
    """Returns what a bot says first."""
    words = [f"arena {PROTOCOL} sdk={SDK} games=" + ",".join(f"{game.name}:{game.version}" for game in games)]
    for key in ("name", "version"):
        value = "".join(str(getattr(bot, key)).split())
        if value:
            words.append(f"{key}={value}")
    if bot.once:
        words.append("once")
    return " ".join(words)


def play_transcript(
    bot: type[AnyBot] | Sequence[type[AnyBot]], file: str | os.PathLike[str] | IO[str] | IO[bytes]
) -> str:
    """Plays what the arena wrote in a match, from a file, and returns what the bot answers. It is for
    unit tests, and for a debugger."""
    answers: list[bytes] = []
    talk = Talk([bot] if isinstance(bot, type) else bot, answers.append)
    if isinstance(file, (str, os.PathLike)):
        with open(file, "rb") as opened:
            data = opened.read()
    else:
        text = file.read()
        data = text.encode() if isinstance(text, str) else text
    talk.feed(data + b"\n")
    return b"".join(answers).decode("utf-8", "replace")
