package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/bot/starter"

	"github.com/botarena/arena/internal/cli/shell"
)

const (
	tutorialSteps = 6
	tutorialSeed  = "3" // of the matches that the text tells of
	tutorialFault = "fault"
)

// tutorial is docs/tutorial.md with the bots that it makes.
type tutorial struct {
	root string // of the repository
	text string
}

func readTutorial(t *testing.T) tutorial {
	t.Helper()
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(root, "docs/tutorial.md"))
	require.NoError(t, err)
	return tutorial{root, string(text)}
}

// goBot and pythonBot return the bot of a step by its name, such as step2.
func (d tutorial) goBot(name string) string { return filepath.Join(d.root, "docs/tutorial/go", name) }

func (d tutorial) pythonBot(name string) string {
	return filepath.Join(d.root, "docs/tutorial/python", name+".py")
}

// scriptBot returns the bot of a step in JavaScript, which is for the playground.
func (d tutorial) scriptBot(name string) string {
	return filepath.Join(d.root, "docs/tutorial/js", name+".mjs")
}

// sources returns the bot in both languages, by the language's name in Markdown.
func (d tutorial) sources(t *testing.T, name string) map[string]string {
	t.Helper()
	files := map[string]string{"go": filepath.Join(d.goBot(name), "main.go"), "python": d.pythonBot(name)}
	for language, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		files[language] = string(source)
	}
	return files
}

// section returns the text of a step.
func (d tutorial) section(t *testing.T, step int) string {
	t.Helper()
	_, section, ok := strings.Cut(d.text, fmt.Sprintf("\n## Step %d: ", step))
	require.True(t, ok, "there is no step %d", step)
	section, _, _ = strings.Cut(section, "\n## ")
	return section
}

func stepName(step int) string { return "step" + strconv.Itoa(step) }

// TestTutorialBeginsWithANewBot: step 1 is what arena new makes.
func TestTutorialBeginsWithANewBot(t *testing.T) {
	game, err := games.All().Find(shell.ExampleGame)
	require.NoError(t, err)
	d := readTutorial(t)
	step := d.sources(t, stepName(1))
	script, err := os.ReadFile(d.scriptBot(stepName(1)))
	require.NoError(t, err)
	_, alone, err := starter.Alone("js", game)
	require.NoError(t, err)
	require.Equal(t, string(alone), string(script))
	for language, file := range map[string]string{"go": "main.go", "python": "bot.py"} {
		dir := filepath.Join(t.TempDir(), stepName(1))
		_, err := starter.Write(dir, language, game, nil)
		require.NoError(t, err)
		begun, err := os.ReadFile(filepath.Join(dir, file))
		require.NoError(t, err)
		require.Equal(t, strings.TrimSpace(string(begun)), strings.TrimSpace(step[language]))
	}
}

// TestTutorialShowsTheCodeOfItsSteps: what is shown is in the files, and what is new in the
// files is shown.
func TestTutorialShowsTheCodeOfItsSteps(t *testing.T) {
	d := readTutorial(t)
	before := map[string]string{}
	for step := 1; step <= tutorialSteps; step++ {
		now := d.sources(t, stepName(step))
		section := d.section(t, step)
		for language, source := range now {
			if step == tutorialSteps && language == "python" { // nearly all of it is new: the text leads to the file
				require.Contains(t, section, "(tutorial/python/"+stepName(step)+".py)")
				continue
			}
			blocks := regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(section, -1)
			require.NotEmpty(t, blocks, "step %d in %s", step, language)
			var shown strings.Builder
			for _, block := range blocks {
				whole := source
				if step == 4 && !strings.Contains(source, block[1]) {
					whole = d.sources(t, tutorialFault)[language] // which it tells of first
				}
				require.Contains(t, whole, block[1], "step %d", step)
				shown.WriteString(block[1])
			}
			for line := range strings.Lines(source) {
				if step > 1 && isCode(line) && !strings.Contains(before[language], line) {
					require.Contains(t, shown.String(), line, "new in step %d", step)
				}
			}
		}
		before = now
	}
}

// isCode reports whether a line of a bot is neither a comment nor an import.
func isCode(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && !strings.HasPrefix(line, "//") && !strings.HasPrefix(line, `"`)
}

// TestTutorialSteps plays each step as the text does, confined as usual: in Go, and with the
// States of that match in Python and JavaScript, which must give the same commands.
func TestTutorialSteps(t *testing.T) {
	d := enterTutorial(t)
	for step := 1; step <= tutorialSteps; step++ {
		name := stepName(step)
		t.Run(name, func(t *testing.T) {
			if step != 4 && step != tutorialSteps {
				tier.Night(t, "the step after the fault and the last are played always")
			}
			file, seats := d.play(t, name, tutorialSeed)
			for _, seat := range seats {
				require.Nil(t, seat.Verdict, seat.Name)
			}
			bots := []string{d.pythonBot(name), d.scriptBot(name)}
			if !tier.IsNight() { // in turn
				bots = bots[step/2%2:][:1]
			}
			for _, bot := range bots {
				said := arena(t, "rerun", file, "--seat", "0", bot, "-q")
				require.Contains(t, said, "200 rounds answered, the recorded commands in all 200\n", bot)
			}
			d.requireOutput(t, step, file, seats)
			d.requirePicture(t, name, file)
		})
	}
}

// requireOutput finds in the text what the commands print there.
func (d tutorial) requireOutput(t *testing.T, step int, file string, seats []tutorialSeat) {
	t.Helper()
	mine := func(said string) string { return strings.ReplaceAll(said, stepName(step), "mine") }
	switch step {
	case 1:
		for seat, s := range seats {
			require.Regexp(t, fmt.Sprintf(`\n    +%d  %s \(seat %d\) +%d\n`, s.Place, mine(s.Name), seat, s.Score),
				d.section(t, 1))
		}
	case 2:
		said := mine(arena(t, "replay", file, "--seat", "0", "--round", "4"))
		told := regexp.MustCompile(`(?m)^    +4  (?:event|order) .*$`).FindAllString(d.section(t, 3), -1)
		require.Len(t, told, 3)
		for _, line := range told {
			require.Contains(t, said, strings.TrimSpace(line)+"\n")
		}
	case 3, 4:
		said := arena(t, "replay", file, "--seat", "0", "--events")
		killed := strings.Count(said, fmt.Sprintf(" of %s (0) is killed", stepName(step)))
		told := map[int]string{3: "With step 3 it was %d.", 4: "is killed'\n    %d\n"}[step]
		require.Contains(t, d.section(t, 5), fmt.Sprintf(told, killed))
	}
}

// TestTutorialComparesWithDummy: what step 6 shows of two seats side by side is what the commands print.
func TestTutorialComparesWithDummy(t *testing.T) {
	d := enterTutorial(t)
	file, _ := d.playAgainst(t, stepName(5), "dummy", tutorialSeed)
	said := strings.ReplaceAll(arena(t, "replay", file, "--beside", "0,3"), stepName(5), "mine")
	_, told, ok := strings.Cut(d.section(t, 6), "--beside 0,3\n")
	require.True(t, ok)
	told, _, _ = strings.Cut(told, "\n\n")
	words := func(text string) string { return strings.Join(strings.Fields(text), " ") } // columns follow the names
	require.NotEmpty(t, words(told))
	require.Contains(t, words(said), words(told))
}

// requirePicture compares the picture of a step, if it has one, with one made now.
func (d tutorial) requirePicture(t *testing.T, name, match string) {
	t.Helper()
	want := filepath.Join(d.root, "docs/pictures/tutorial-"+name+".png")
	if !strings.Contains(d.text, filepath.Base(want)) {
		return
	}
	if _, err := os.Stat(want); err != nil {
		tier.Lacks(t, "the module that others take has no pictures")
	}
	again := filepath.Join(t.TempDir(), "again.png")
	arena(t, "export", match, "-o", again, "--round", "100", "--cell", "7")
	require.Equal(t, pixels(t, want), pixels(t, again), "make it again, as the end of the tutorial says")
}

func pixels(t *testing.T, name string) []byte {
	t.Helper()
	file, err := os.Open(name)
	require.NoError(t, err)
	defer func() { _ = file.Close() }()
	decoded, err := png.Decode(file)
	require.NoError(t, err)
	return decoded.(*image.RGBA).Pix
}

// TestTutorialFault: the mistake of step 4 ends as the text says, and is put right by step 4.
func TestTutorialFault(t *testing.T) {
	d := enterTutorial(t)
	file, seats := d.play(t, tutorialFault, tutorialSeed)
	require.NotNil(t, seats[0].Verdict)
	told := regexp.MustCompile(`(?m)^    seat 0 \(mine\): (\w+) in round (\d+): (.*)$`).FindStringSubmatch(d.section(t, 4))
	require.NotNil(t, told)
	detail := regexp.MustCompile(`:\d+$`).ReplaceAllString(seats[0].Verdict.Detail, ":…") // the line is the author's
	require.Equal(t, told[1:], []string{seats[0].Verdict.Kind, strconv.Itoa(seats[0].Verdict.Round), detail})

	said := arena(t, "rerun", file, "--seat", "0", d.goBot(stepName(4)), "-q")
	line := regexp.MustCompile(`seat 0 \(mine\): (\d+ rounds answered, .*)`).FindStringSubmatch(d.section(t, 4))
	require.NotNil(t, line)
	require.Contains(t, said, line[1]+"\nno fault; the match had: crash in round "+told[2]+": ")

	var out, errors bytes.Buffer
	code := run(t.Context(), games.All(), []string{"rerun", file, "--seat", "0", d.pythonBot(tutorialFault), "-q"}, &out,
		&errors)
	require.Equal(t, 1, code, errors.String())
	require.Contains(t, out.String(), "crash in round "+told[2]+": ", "it is the same mistake in Python")
}

// TestTutorialEndsAboveDummy plays a match of the last step. It is the same each time.
func TestTutorialEndsAboveDummy(t *testing.T) {
	d := enterTutorial(t)
	_, seats := d.playAgainst(t, stepName(tutorialSteps), "dummy", "4")
	ahead := 0
	for _, pair := range [][2]int{{0, 1}, {0, 3}, {2, 1}, {2, 3}} {
		if seats[pair[0]].Score > seats[pair[1]].Score {
			ahead++
		}
	}
	require.Greater(t, ahead, 2, "of 4 pairs")
}

// TestTutorialCompares types each comparison of the text, in its order. They end the same each time.
func TestTutorialCompares(t *testing.T) {
	d := enterTutorial(t)
	tier.Night(t, "plays hundreds of matches")
	example := func(name string) string { return filepath.Join(d.root, "examples", name) }
	typed := regexp.MustCompile(`(?m)^    \$ arena compare orkisland (\w+) mine -s 0\n    (.*)$`).FindAllStringSubmatch(d.text, -1)
	bots := []struct{ name, old, mine string }{
		{"old", d.goBot(stepName(1)), d.goBot(stepName(2))},
		{"demo", example("demo"), d.goBot(stepName(5))},
		{"dummy", example("dummy"), d.goBot(stepName(5))},
		{"dummy", example("dummy"), d.goBot(stepName(6))},
	}
	require.Len(t, typed, len(bots))
	require.Equal(t, len(bots), strings.Count(d.text, "arena compare orkisland "), "each is typed")
	for i, b := range bots {
		require.Equal(t, b.name, typed[i][1])
		said := arena(t, "compare", shell.ExampleGame, b.old, b.mine, "-s", "0", "-j", "1", "--wall", "20s", "--cpu", "2s")
		said = strings.NewReplacer(stepName(1), "old", filepath.Base(b.mine), "mine").Replace(said)
		require.Contains(t, said, typed[i][2]+"\n")
	}
}

// enterTutorial goes to an empty folder in which the bots can be built and played.
func enterTutorial(t *testing.T) tutorial {
	t.Helper()
	tier.Long(t, "builds bots and plays with them")
	tier.Needs(t, "go", "python3", "node")
	d := readTutorial(t)
	t.Chdir(t.TempDir())
	return d
}

// tutorialSeat is how a seat ended a match.
type tutorialSeat struct {
	Name    string
	Score   int
	Place   int
	Verdict *struct {
		Kind, Detail string
		Round        int
	}
}

// play plays a bot against demo, each in two seats, and returns the replay's file.
func (d tutorial) play(t *testing.T, bot, seed string) (file string, seats []tutorialSeat) {
	t.Helper()
	return d.playAgainst(t, bot, "demo", seed)
}

func (d tutorial) playAgainst(t *testing.T, bot, example, seed string) (file string, seats []tutorialSeat) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "match.arena")
	other := filepath.Join(d.root, "examples", example)
	var result struct{ Seats []tutorialSeat }
	// Limits on wall-clock time and CPU time that other load on the machine does not break.
	args := []string{"-s", seed, "-o", file, "--json", "--wall", "20s", "--cpu", "2s", "--faults", "none"}
	said := arena(t, slices.Concat([]string{"play", shell.ExampleGame, d.goBot(bot), other, d.goBot(bot), other}, args)...)
	require.NoError(t, json.Unmarshal([]byte(said), &result))
	require.Len(t, result.Seats, 4)
	return file, result.Seats
}
