package similarity_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/bot/starter"
	"github.com/botarena/arena/internal/league/similarity"
)

const root = "../../../"

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(root + path)
	require.NoError(t, err)
	return string(text)
}

// by returns a program of one file.
func by(author, name, text string) similarity.Program {
	return similarity.Program{Author: author, Files: []similarity.File{{Name: name, Text: text}}}
}

// begun returns what arena new writes in a language, and the file of the bot in it.
func begun(t *testing.T, in, main string) (all []similarity.File, bot string) {
	t.Helper()
	files, err := starter.Files(in, orkisland.Game)
	require.NoError(t, err)
	for name, text := range files {
		all = append(all, similarity.File{Name: name, Text: string(text)})
	}
	require.Contains(t, files, main)
	return all, string(files[main])
}

var (
	// spoken are words of the languages, and letters in front of strings.
	spoken = strings.Fields("if elif else for in not and or is return break continue while def class import from as " +
		"lambda None True False function const let new export default null true false func range yield static " +
		"type struct switch case nil map len package of try except with async await catch throw f r b")
	names    = regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*`)
	numerals = regexp.MustCompile(`\b\d+\b`)
	comments = regexp.MustCompile(`(?m)^\s*(#|//).*\n`)
)

// disguised is a text as somebody hands it in who has copied it and renamed everything.
func disguised(text string) string {
	text = comments.ReplaceAllString(text, "\n\n")
	text = numerals.ReplaceAllString(text, "77")
	known := make(map[string]string)
	return names.ReplaceAllStringFunc(text, func(name string) string {
		if slices.Contains(spoken, name) {
			return name
		}
		if known[name] == "" {
			known[name] = fmt.Sprintf("my%dx", len(known))
		}
		return known[name]
	})
}

// TestARenamedCopyIsFound, also one in which the functions stand in another order.
func TestARenamedCopyIsFound(t *testing.T) {
	for _, path := range []string{"examples/python/demo.py", "examples/js/demo.mjs", "examples/demo/moria.go"} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text := read(t, path)
			parts := strings.Split(text, "\n}\n")
			joint := "\n}\n"
			if strings.HasSuffix(path, ".py") {
				joint = "\n\n\n"
				parts = strings.Split(text, joint)
			}
			require.Greater(t, len(parts), 2)
			slices.Reverse(parts)
			for what, copied := range map[string]string{
				"the same": text, "renamed": disguised(text), "in another order": strings.Join(parts, joint),
			} {
				pairs := similarity.Compare([]similarity.Program{by("anna", path, text), by("eve", path, copied)}, nil)
				require.Len(t, pairs, 1, what)
				t.Logf("%s: %.2f, %.2f", what, pairs[0].Share, pairs[0].Back)
				require.GreaterOrEqual(t, pairs[0].Back, 0.75, what)
				if what != "in another order" {
					require.GreaterOrEqual(t, pairs[0].Back, 0.95, what)
				}
			}
		})
	}
}

// Two bots that two authors have written into what arena new writes.
const (
	greedy = `
    def play(self, s):
        targets = [c for city in s.cities if city.owner != s.me for c in city.cells]
        ways = s.ways_to(targets)
        for ork in s.units_of(s.me):
            weakest = None
            for direction, cell in s.neighbours(ork.cell):
                enemy = s.unit_at(cell)
                if enemy and enemy.owner != s.me and enemy.health < ork.health:
                    if weakest is None or enemy.health < weakest[1]:
                        weakest = (direction, enemy.health)
            s.do(ork, weakest[0] if weakest else ways.step(ork.cell))
`
	careful = `
    def play(self, s):
        danger = {}
        for unit in s.units:
            if unit.owner == s.me:
                continue
            danger[unit.cell] = danger.get(unit.cell, 0) + unit.health
            for _, near in s.neighbours(unit.cell):
                danger[near] = danger.get(near, 0) + unit.health // 2
        goals = sorted(self.goals(s), key=lambda cell: danger.get(cell, 0))[:12]
        ways = s.ways_to(goals)
        while_safe = [ork for ork in s.units_of(s.me) if danger.get(ork.cell, 0) <= ork.health]
        for ork in while_safe:
            step = ways.step(ork.cell)
            s.do(ork, step if step else "none")

    def goals(self, s):
        yield from (cell for path in s.paths if path.owner != s.me for cell in path.cells)
`
)

// TestHonestBotsFromOneBeginningAreNotAlike, though most of what each author hands in is not the author's own.
func TestHonestBotsFromOneBeginningAreNotAlike(t *testing.T) {
	given, bot := begun(t, "python", "bot.py")
	head, _, ok := strings.Cut(bot, "    def play(")
	require.True(t, ok)
	program := func(author, play string) similarity.Program {
		p := similarity.Program{Author: author, Files: slices.Clone(given)}
		for i, f := range p.Files {
			if f.Name == "bot.py" {
				p.Files[i].Text = head + play
			}
		}
		return p
	}
	two := []similarity.Program{program("anna", greedy), program("ben", careful)}
	require.Empty(t, similarity.Compare(two, given))
	pairs := similarity.Compare(two, nil)
	require.Len(t, pairs, 1, "without what is given, they are alike")
	require.Greater(t, pairs[0].Share, 0.9)

	eve := program("eve", strings.ReplaceAll(disguised(greedy), "my0x", "play"))
	pairs = similarity.Compare(append(two, eve), given)
	require.Len(t, pairs, 1)
	require.Equal(t, [2]int{0, 2}, [2]int{min(pairs[0].One, pairs[0].Other), max(pairs[0].One, pairs[0].Other)})
	require.Greater(t, pairs[0].Share, 0.9)
}

// TestTheBotsOfTheRepositoryAreNotAlike: of those that were written one by one, none is listed with another, though
// they are of few authors. The bot with a fault was made of another one, which is found.
func TestTheBotsOfTheRepositoryAreNotAlike(t *testing.T) {
	var all []similarity.Program
	var given []similarity.File
	for language, main := range map[string]string{
		"python": "bot.py", "js": "bot.mjs", "go": "main.go", "cpp": "bot.cc", "rust": "src/main.rs", "java": "Bot.java",
	} {
		files, _ := begun(t, language, main)
		given = append(given, files...)
	}
	paths := []string{
		"docs/tutorial/python/step6.py", "docs/tutorial/js/step6.mjs", "docs/tutorial/go/step6/main.go",
		"docs/tutorial/python/fault.py",
	}
	for _, pattern := range []string{
		"examples/*/*.py", "examples/*/*.mjs", "examples/*/*.go", "examples/*/*.cc", "examples/classic/*/*.cc",
		"internal/integration/hostile/scripts/*.py",
	} {
		found, err := filepath.Glob(root + pattern)
		require.NoError(t, err)
		require.NotEmpty(t, found, pattern)
		for _, path := range found {
			if !strings.HasSuffix(path, "_test.go") {
				paths = append(paths, strings.TrimPrefix(path, root))
			}
		}
	}
	for _, path := range paths {
		all = append(all, by(path, path, read(t, path)))
	}
	var alike []string
	for _, p := range similarity.Compare(all, given) {
		t.Logf("%s is like %s: %.2f, %.2f: %+v", paths[p.One], paths[p.Other], p.Share, p.Back, p.Passages)
		if !slices.Contains([]string{paths[p.One], paths[p.Other]}, "docs/tutorial/python/fault.py") {
			alike = append(alike, paths[p.One]+" "+paths[p.Other])
		} else if p.Share > 0.4 {
			alike = append(alike, "the fault")
		}
	}
	require.Equal(t, []string{"the fault"}, alike)
	t.Logf("%d programs, %d pairs", len(all), len(all)*(len(all)-1)/2)
}

// function is a piece of code that no other one is like.
func function(number uint64) string {
	random := rand.New(rand.NewPCG(number, 1))
	signs := strings.Fields("if for while not in lambda a ( ) [ ] { } + * % = < > : !")
	var text strings.Builder
	for range 8 {
		for range 14 {
			text.WriteString(" " + signs[random.IntN(len(signs))])
		}
		text.WriteString("\n")
	}
	return text.String()
}

// TestPassagesAreNamedByTheirLines, in all files.
func TestPassagesAreNamedByTheirLines(t *testing.T) {
	copied := function(1)
	lines := strings.Count(copied, "\n")
	one := similarity.Program{Author: "anna", Files: []similarity.File{
		{Name: "README.md", Text: copied},
		{Name: "empty.py"},
		{Name: "a.py", Text: function(2)},
		{Name: "b.py", Text: "\n" + copied},
	}}
	other := by("eve", "c.py", "# mine\n\n"+copied+function(3))
	pairs := similarity.Compare([]similarity.Program{one, other}, nil)
	require.Len(t, pairs, 1)
	require.Equal(t, []similarity.Passage{{
		One:   similarity.Lines{File: "b.py", First: 2, Last: lines + 1},
		Other: similarity.Lines{File: "c.py", First: 3, Last: lines + 2},
	}}, swapped(pairs[0]))
}

// swapped are the passages from the side of the program with the lower number.
func swapped(p similarity.Pair) []similarity.Passage {
	all := slices.Clone(p.Passages)
	if p.One > p.Other {
		for i := range all {
			all[i].One, all[i].Other = all[i].Other, all[i].One
		}
	}
	return all
}

// TestWhoIsCompared: others than the author's own, and of former years those that play with those that do not.
func TestWhoIsCompared(t *testing.T) {
	text := function(1) + function(2)
	program := func(author string, former bool) similarity.Program {
		p := by(author, "x.py", text)
		p.Former = former
		return p
	}
	for _, test := range []struct {
		programs []similarity.Program
		pairs    int
	}{
		{[]similarity.Program{program("a", false), program("a", false)}, 0},
		{[]similarity.Program{program("a", false), program("b", false)}, 1},
		{[]similarity.Program{program("a", true), program("b", true)}, 0},
		{[]similarity.Program{program("a", true), program("b", true), program("c", false)}, 2},
	} {
		require.Len(t, similarity.Compare(test.programs, nil), test.pairs)
	}
}

// TestWhatMostHaveDoesNotCount: of twenty authors, five have one function, and six another one.
func TestWhatMostHaveDoesNotCount(t *testing.T) {
	var all []similarity.Program
	for i := range 20 {
		text := function(uint64(100 + i))
		if i < 5 {
			text += function(1) + function(2)
		}
		if i >= 14 {
			text += function(3) + function(4)
		}
		all = append(all, by(fmt.Sprint(i), "x.py", text))
	}
	pairs := similarity.Compare(all, nil)
	require.Len(t, pairs, 5*4/2)
	for _, p := range pairs {
		require.Less(t, max(p.One, p.Other), 5)
	}
}

// TestDataIsNotAlike: tables of weights say nothing about who has written the rest.
func TestDataIsNotAlike(t *testing.T) {
	table := func(of string) string {
		return "weights = [" + strings.Repeat("["+of+", -"+of+", "+of+"],\n", 400) + "]\n" +
			"names = {" + strings.Repeat("'"+of+"': "+of+",\n", 100) + "}\n"
	}
	require.Empty(t, similarity.Compare([]similarity.Program{
		by("a", "x.py", table("1")+function(1)), by("b", "x.py", table("0.25")+function(2)),
	}, nil))
}

// TestHostileSourcesTakeNoLonger than others of their size: each of these would take hours if anything was looked for
// again and again.
func TestHostileSourcesTakeNoLonger(t *testing.T) {
	for _, piece := range []string{
		"(", "'", `"""`, "/*", "*/", `\`, "`", "#", "\n", "a", "1", ",1", "-1,", "f'", "a(b)[c]{d}:e=f.", function(1),
		"\x00", "é",
	} {
		text := strings.Repeat(piece, 1<<16/len(piece))
		var all []similarity.Program
		for _, ending := range []string{".py", ".mjs", ".cc", ".rs", ".sh"} {
			all = append(all, by("anna"+ending, "x"+ending, text), by("eve"+ending, "x"+ending, text+"\nx"))
		}
		for _, p := range similarity.Compare(all, nil) {
			require.NotEmpty(t, p.Passages)
		}
	}
}
