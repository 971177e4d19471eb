"""Tests of the package arena: python3 -m unittest discover sdk/python"""

import io
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest
import unittest.mock

import arena
from arena import orkisland as game
from arena._talk import AnyBot, Talk

SETTINGS = """nb_players 2
rows 4
cols 5
nb_rounds 2
initial_health 100
nb_orks 1
cost_grass 1
cost_forest 2
cost_sand 3
cost_city 0
cost_path 0
bonus_per_city_cell 1
bonus_per_path_cell 1
factor_connected_component 2
"""
START = (
    """match orkisland 1
me 1
name 0 some body
name 1 Zoë
seed 18446744073709551615
cpu_per_round 50000000
cpu_bank 1000000000
wall_per_round 0
wall_bank 0
cpu_start 0
"""
    + SETTINGS
    + """terrain WWWWWW.F.WW.SCWWWWWW
cities 0 13
paths 0 0 0 6 7
paths 1 0 0
something_new 1 2 3
"""
)
ROUND = """round {0}
status 0 -1000000
scores 3 4
city_owners -1
path_owners 1 0
unit_owners 0 1 1
unit_cells 6 8 11
unit_healths 100 99 1
go {0}
"""
END = "scores 5 6\nplaces 2 1\nend\n"
MATCH = START + ROUND.format(0) + ROUND.format(1) + END


def play(function, text=MATCH, start=None):
    """Plays a transcript with a bot that calls a function, and returns the answers."""

    class Bot(game.Bot):
        def play(self, s):
            function(s)

    if start:
        Bot.start = lambda self, s: start(s)
    return arena.play_transcript(Bot, io.StringIO(text))


def nothing(s):
    pass


class State(unittest.TestCase):
    def test_fields(self):
        seen = []

        def look(s):
            seen.append(s.round)
            self.assertEqual((s.me, s.names, s.players, s.seed), (1, ["some body", "Zoë"], 2, 2**64 - 1))
            self.assertEqual((s.rows, s.cols, s.cost_forest), (4, 5, 2))
            self.assertEqual(s.terrain[7], "F")
            self.assertEqual(s.status, [0, -1000000])
            self.assertEqual(s.unit_cells, [6, 8, 11])
            self.assertIs(s.unit_cells, s.unit_cells)
            self.assertEqual([(c.id, c.cells, c.owner) for c in s.cities], [(0, [13], -1)])
            self.assertEqual([(p.from_, p.to, p.cells, p.owner) for p in s.paths], [(0, 0, [6, 7], 1), (0, 0, [], 0)])
            self.assertEqual([u.id for u in s.units_of(1)], [1, 2])
            self.assertEqual(repr(s.units[1]), "Unit(id=1, owner=1, cell=8, health=99)")
            self.assertEqual(s.unit_at(6).id, 0)
            self.assertIsNone(s.unit_at(7))
            with self.assertRaises(AttributeError):
                s.unit_cels

        self.assertEqual(play(look), "done 0\ndone 1\n")
        self.assertEqual(seen, [0, 1])

    def test_missing_line(self):
        with self.assertRaisesRegex(AttributeError, "sent no line 'scores'"):
            play(lambda s: s.scores, MATCH.replace("scores 3 4\n", ""))

    def test_board(self):
        def look(s):
            self.assertEqual((s.cell(1, 2), s.row(7), s.col(7)), (7, 1, 2))
            self.assertEqual(s.neighbours(0), [("south", 5), ("east", 1)])
            self.assertEqual(s.dest(4, "east"), -1)
            self.assertEqual(s.dest(4, "none"), 4)
            self.assertTrue(s.has(3, 4))
            self.assertFalse(s.has(4, 0))

        play(look)

    def test_ways(self):
        def look(s):
            ways = s.ways_to([13, 0, 99, -1])
            self.assertEqual([ways.cost(c) for c in (13, 12, 11, 6, 0, -1, 10**9)], [0, 0, 3, 3, -1, -1, -1])
            self.assertEqual(ways.path(6), [7, 8, 13])
            self.assertEqual((ways.step(6), ways.steps(6), ways.step(13), ways.step(0)), ("east", 3, "none", "none"))
            alone = s.ways_to([13], cost=lambda cell: 1 if s.row(cell) == 2 else -1)
            self.assertEqual([alone.distance(c) for c in (13, 11, 8)], [0, 2, -1])

        play(look)

    def test_old_state(self):
        old = []
        with self.assertRaisesRegex(RuntimeError, "every round brings a new one"):
            play(lambda s: old.append(s) or old[0].do(1, "north"))

    def test_old_states_stay(self):
        kept = []

        def look(s):
            kept.append(s)
            if s.round == 1:
                self.assertEqual((kept[0].round, kept[0].unit_cells), (0, [6, 8, 11]))
                self.assertEqual((s.unit_cells, s.unit_at(6), s.unit_at(7).id), ([7, 8, 11], None, 0))

        play(look, START + ROUND.format(0) + ROUND.format(1).replace("unit_cells 6", "unit_cells 7"))
        self.assertEqual(len(kept), 2)

    def test_match_without_end(self):
        made = []

        class Bot(game.Bot):
            def __init__(self):
                made.append(self)

            def play(self, s):
                assert self is made[-1]

        arena.play_transcript(Bot, io.StringIO(START + ROUND.format(0) + MATCH))
        self.assertEqual(len(made), 2)

    def test_time_to_start(self):
        seen = []
        play(lambda s: seen.append(s.budget().round), MATCH.replace("cpu_start 0", "cpu_start 1000000000000"))
        self.assertGreater(seen[0], 50000000)
        self.assertLessEqual(seen[1], 50000000)

    def test_budget(self):
        def look(s):
            self.assertLess(0, s.budget().bank + s.budget().round)
            self.assertLessEqual(s.budget().bank, 1000000000)

        play(look)
        play(lambda s: self.assertIsNone(s.budget()), MATCH.replace("cpu_per_round 50000000", "cpu_per_round 0"))


class Answers(unittest.TestCase):
    def test_commands(self):
        def give(s):
            s.do(1, "north")
            s.do(s.units[2], "none")

        self.assertEqual(play(give), "do 1 north\ndo 2 none\ndone 0\ndo 1 north\ndo 2 none\ndone 1\n")

    def test_wrong_word(self):
        for word, hint in (("nroth", "did you mean 'north'?"), ("North", "did you mean 'north'?"), (None, "'none'"), ("jump", "west, none$")):
            with self.assertRaisesRegex(ValueError, hint):
                play(lambda s, w=word: s.do(1, w))
        with self.assertRaises(TypeError):
            play(lambda s: s.do(1.5, "north"))

    def test_notes(self):
        def note(s):
            if s.round == 0:
                s.mark(7)
                s.arrow(7, (9, -1))
                s.label(8, "a", 1)
                s.log("two\nlines\t", 2)
                s.log()
                s.log_unit(1, "é" * 300)
                s.log("\ud800")
                s.log("x" * 500)
                s.chart("army", 12)
                s.chart(" two\nwords", -0.125)
                s.chart("none", float("nan"))

        self.assertEqual(
            play(note),
            "mark 1 2\narrow 1 2 9 -1\nlabel 1 3 a 1\nlog two lines  2\nlog \n" + "logunit 1 " + "é" * 200 + "\nlog ?\nlog " + "x" * 400 + "\nchart 12 army\nchart -0.125  two words\ndone 0\ndone 1\n",
        )

    def test_too_many_notes(self):
        answers = play(lambda s: [s.log("x" * 300) for _ in range(1000)])
        self.assertTrue(64 << 10 < len(answers) < 66 << 10, len(answers))
        self.assertTrue(answers.endswith("\ndone 0\ndone 1\n"))

    def test_start_is_first(self):
        seen = []
        play(lambda s: seen.append(("play", s.round)), start=lambda s: (seen.append(("start", s.round)), s.log("begun")))
        self.assertEqual(seen, [("start", 0), ("play", 0), ("play", 1)])

    def test_new_bot_in_each_match(self):
        made = []

        class Bot(game.Bot):
            def __init__(self):
                made.append(self)

            def play(self, s):
                s.log(s.rand.below(1000))

        answers = arena.play_transcript(Bot, io.BytesIO(2 * MATCH.encode()))
        half = len(answers) // 2
        self.assertEqual(answers[:half], answers[half:])
        self.assertEqual(len(made), 2)

    def test_any_pieces(self):
        text = MATCH.replace("\n", "\r\n").encode()
        for size in (1, 7, 100):
            answers = []
            talk = Talk([type("Bot", (game.Bot,), {"play": lambda b, s: s.log(s.names[1], s.terrain)})], answers.append)
            for at in range(0, len(text), size):
                talk.feed(text[at : at + size])
            self.assertEqual(b"".join(answers).decode(), "log Zoë WWWWWW.F.WW.SCWWWWWW\ndone 0\nlog Zoë WWWWWW.F.WW.SCWWWWWW\ndone 1\n")


class Draws(unittest.TestCase):
    def test_known_numbers(self):
        # The same are in the tests of the SDKs for C++ and JavaScript.
        r = arena.Rand(0)
        self.assertEqual([r.next(), r.next()], [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4])
        r = arena.Rand(42)
        self.assertEqual([r.below(1000) for _ in range(5)], [741, 159, 278, 344, 38])
        self.assertEqual([r.below(2**32), r.below(1)], [3729011194, 0])
        items = list(range(8))
        r.shuffle(items)
        self.assertEqual(items, [0, 7, 5, 4, 1, 3, 2, 6])
        self.assertEqual(r.choice("abc"), "b")
        with self.assertRaises(ValueError):
            r.below(0)


class Process(unittest.TestCase):
    def run_bot(self, body, text=MATCH, extra=""):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "bot.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write("import sys\nimport arena\nfrom arena import orkisland as game\n\n")
                file.write("class Bot(game.Bot):\n" + textwrap.indent(extra + "def play(self, s):\n" + textwrap.indent(body, "    "), "    "))
                file.write("\narena.serve(Bot)\n")
            environment = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(arena.__file__)), "PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"}
            done = subprocess.run([sys.executable, "-W", "error", path], input=text.encode(), capture_output=True, timeout=60, env=environment)
            return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_prints_are_free(self):
        code, out, errors = self.run_bot("print('done 0')\nsys.stdout.write('half')\nimport os\nos.system('echo child')\ns.do(1, 'east')\n")
        self.assertEqual((code, out), (0, "arena 1 sdk=python/1 games=orkisland:1\ndo 1 east\ndone 0\ndo 1 east\ndone 1\n"))
        for text in ("done 0", "half", "child"):
            self.assertIn(text, errors)

    def test_hello(self):
        code, out, _ = self.run_bot("pass", "", "name = 'Big Zorg'\nversion = 7\nonce = True\n")
        self.assertEqual((code, out), (0, "arena 1 sdk=python/1 games=orkisland:1 name=BigZorg version=7 once\n"))

    def test_exception(self):
        code, out, errors = self.run_bot("s.do(1, 'up')\n")
        self.assertEqual((code, out), (1, "arena 1 sdk=python/1 games=orkisland:1\n"))
        self.assertIn("ValueError: 'up' is no direction", errors)
        self.assertIn("in play", errors)

    def test_other_game(self):
        code, _, errors = self.run_bot("pass", "match moria 1\n")
        self.assertEqual((code, errors.strip()), (1, "this bot plays orkisland, not moria"))

    def test_no_bot(self):
        for wrong in ((), (object,), (42,), (AnyBot,)):
            with self.assertRaises(TypeError):
                arena.serve(*wrong)


class Numpy(unittest.TestCase):
    def test_arrays(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("numpy is not installed")

        def look(s):
            self.assertEqual(s.numpy("unit_cells").tolist(), [6, 8, 11])
            self.assertEqual(s.numpy("terrain").shape, (4, 5))
            self.assertEqual(s.numpy("terrain")[1, 2], ord("F"))
            self.assertEqual(s.numpy("unit_cells").dtype, numpy.int64)

        play(look)


class Parameters(unittest.TestCase):
    def test_the_arena_gives_values(self):
        with unittest.mock.patch.dict(os.environ, {"ARENA_PARAMS": "spread=7 fear=0.25"}):
            self.assertEqual(arena.param("spread", 3), 7)
            self.assertIsInstance(arena.param("spread", 3), int)
            self.assertIsInstance(arena.param("spread", 3.0), float)
            self.assertEqual(arena.param("fear", 0.5), 0.25)
            self.assertEqual(arena.param("read", 4), 4)
            with self.assertRaisesRegex(ValueError, "fear is 0.25, which is no int"):
                arena.param("fear", 1)

    def test_without_an_arena_the_default_holds(self):
        with unittest.mock.patch.dict(os.environ, clear=True):
            self.assertEqual(arena.param("spread", 3), 3)


if __name__ == "__main__":
    unittest.main()
