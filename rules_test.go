package arena_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
)

// citationsAtLeast has, for every game, half of the citations of its rules that there
// were when this test was written. Fewer mean that the test doesn't find them.
var citationsAtLeast = map[string]int{"battleroyale": 44, "moria": 74, "orkisland": 47, "starships": 38}

// The documents of the rules, docs/rules/<game>.md, have numbers in three places: a
// section is a heading "## 8. Score", a part of it is a heading "### 8.4 Fights", and
// an item of a list, such as a step or an edge case, begins with "- **8.4** ". The
// departures of an original program have the names Q1, Q2, ... and P in place of a
// number.
var heading = regexp.MustCompile(`(?m)^(?:## (\d+)\. |### (\d+\.\d+) |- \*\*(\d+\.\d+|Q\d|P)\*\* )\S`)

// numberList is one number, or several: "6, 7.1", "13.4 and 17, Q1", "10 to 14". What
// stands in parentheses after a number is a mark: "7 (decided), 16.14".
const (
	oneNumber  = `(?:\d+(?:\.\d+)?|Q\d|P\b)`
	marked     = oneNumber + `(?: \([a-z]+\))?`
	numberList = `(` + marked + `(?:(?:,? and |,? or |, | to |-|–)` + marked + `)*)`
)

var (
	number = regexp.MustCompile(oneNumber)
	// cites finds "Rules 8.4", "rules/moria.md 8.4" and "moria rules 8.4".
	cites = regexp.MustCompile(`(?:\b(\w+) )?\b[Rr]ules(?:/(\w+)\.md)?(?:,? sections?)? ` + numberList)
	// refers finds the references inside a document: "section 8.4", "steps 4.1 to 4.9".
	refers = regexp.MustCompile(`\b(?:[Ss]ection|[Ii]tem|[Ss]tep)s? ` + numberList)
)

// citation is a number that a file cites. The game is "" if it isn't known.
type citation struct {
	file         string
	line         int
	game, number string
}

func (c citation) String() string { return fmt.Sprintf("%s:%d: rules %s", c.file, c.line, c.number) }

func TestEveryRuleThatTheCodeCitesIsThere(t *testing.T) {
	documents, err := filepath.Glob(rulesFile("*"))
	require.NoError(t, err)
	require.Len(t, documents, len(citationsAtLeast), "docs/rules and citationsAtLeast have different games")
	rules := map[string]map[string]bool{}
	for game := range citationsAtLeast {
		rules[game] = numbersOf(readRules(t, game))
	}
	var all []citation
	for _, file := range sources(t) {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		all = append(all, citations(file, string(text))...)
	}
	require.Empty(t, strings.Join(missing(all, rules), "\n"), "docs/rules have no such number")

	found := map[string]map[string]bool{}
	for _, c := range all {
		if found[c.game] == nil {
			found[c.game] = map[string]bool{}
		}
		found[c.game][fmt.Sprint(c.file, c.line)] = true
	}
	for game, least := range citationsAtLeast {
		require.GreaterOrEqual(t, least, 30)
		require.GreaterOrEqual(t, len(found[game]), least, "lines that cite the rules of %s", game)
		t.Logf("%s: %d lines", game, len(found[game]))
	}
}

// sources lists the files that can cite rules.
func sources(t *testing.T) (files []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch name := d.Name(); {
		case d.IsDir() && (name == "testdata" || name == "node_modules" || len(name) > 1 && name[0] == '.'):
			return fs.SkipDir
		case d.IsDir(), path == "rules_test.go", strings.HasSuffix(name, ".pb.go"):
		case slices.Contains([]string{".go", ".proto", ".md"}, filepath.Ext(name)):
			files = append(files, filepath.ToSlash(path))
		}
		return nil
	}))
	return files
}

// citations finds what a file cites. It's about the game whose folder or file it is,
// unless it names another one.
func citations(file, text string) (all []citation) {
	flat, lineOf := join(file, text)
	for _, at := range cites.FindAllStringSubmatchIndex(flat, -1) {
		game := gameOf(file)
		for _, named := range [...]string{group(flat, at, 1), group(flat, at, 2)} {
			if _, ok := citationsAtLeast[named]; ok {
				game = named
			}
		}
		for _, n := range numbersIn(group(flat, at, 3)) {
			all = append(all, citation{file, lineOf(at[6]), game, n})
		}
	}
	return all
}

// gameOf is the game that begins the name of the file or of a folder above it.
func gameOf(file string) string {
	for _, name := range strings.Split(file, "/") {
		for game := range citationsAtLeast {
			if strings.HasPrefix(name, game) {
				return game
			}
		}
	}
	return ""
}

func group(text string, at []int, n int) string {
	if at[2*n] < 0 {
		return ""
	}
	return text[at[2*n]:at[2*n+1]]
}

// join joins the lines of a comment, and all lines of a Markdown file, as a citation
// can go on in the next one. lineOf returns the line of an offset in the joined text.
func join(file, text string) (joined string, lineOf func(offset int) int) {
	var b strings.Builder
	var starts []int
	for line := range strings.SplitSeq(text, "\n") {
		line, isComment := strings.CutPrefix(strings.TrimSpace(line), "//")
		switch {
		case len(starts) == 0:
		case isComment || strings.HasSuffix(file, ".md"):
			b.WriteByte(' ')
		default:
			b.WriteByte('\n')
		}
		starts = append(starts, b.Len())
		b.WriteString(strings.TrimSpace(line))
	}
	return b.String(), func(offset int) int {
		line, _ := slices.BinarySearch(starts, offset+1)
		return line
	}
}

// numbersIn returns the numbers of a list, and those between the ends of a range.
func numbersIn(list string) (all []string) {
	end := 0
	for _, at := range number.FindAllStringIndex(list, -1) {
		n := list[at[0]:at[1]]
		switch list[end:at[0]] {
		case " to ", "-", "–":
			all = append(all, between(all[len(all)-1], n)...)
		}
		all = append(all, n)
		end = at[1]
	}
	return all
}

// between returns the numbers from first to last, without these: 3.2 and 3.3 for 3.1
// to 3.4. There are none if the two are not of the same section.
func between(first, last string) (all []string) {
	section := first[:strings.LastIndex(first, ".")+1]
	low, lowErr := strconv.Atoi(first[len(section):])
	high, highErr := strconv.Atoi(strings.TrimPrefix(last, section))
	for n := low + 1; n < high && lowErr == nil && highErr == nil; n++ {
		all = append(all, section+strconv.Itoa(n))
	}
	return all
}

// missing returns the citations of numbers that the documents don't have.
func missing(all []citation, rules map[string]map[string]bool) (lines []string) {
	for _, c := range all {
		switch {
		case c.game == "":
			lines = append(lines, c.String()+", but of which game? Write rules/<game>.md "+c.number)
		case !rules[c.game][c.number]:
			lines = append(lines, c.String()+" of "+c.game)
		}
	}
	return lines
}

func readRules(t *testing.T, game string) string {
	t.Helper()
	text, err := os.ReadFile(rulesFile(game))
	require.NoError(t, err)
	return string(text)
}

func rulesFile(game string) string { return "docs/rules/" + game + ".md" }

// numbersOf returns the numbers that a document has.
func numbersOf(text string) map[string]bool {
	all := map[string]bool{}
	for _, n := range numbersInOrder(text) {
		all[n] = true
	}
	return all
}

func numbersInOrder(text string) (all []string) {
	for _, groups := range heading.FindAllStringSubmatch(text, -1) {
		all = append(all, strings.Join(groups[1:], ""))
	}
	return all
}

// TestRulesAreNumberedInOrder: sections count from 1, and so do the parts and items of
// each.
func TestRulesAreNumberedInOrder(t *testing.T) {
	for game := range citationsAtLeast {
		section, item := 0, 0
		for _, n := range numbersInOrder(readRules(t, game)) {
			switch {
			case n[0] == 'Q' || n == "P":
			case strings.Contains(n, "."):
				item++
				require.Equal(t, fmt.Sprintf("%d.%d", section, item), n, rulesFile(game))
			default:
				section, item = section+1, 0
				require.Equal(t, strconv.Itoa(section), n, rulesFile(game))
			}
		}
		require.GreaterOrEqual(t, section, 10, rulesFile(game))
	}
}

func TestRulesReferToWhatIsThere(t *testing.T) {
	for _, game := range slices.Sorted(maps.Keys(citationsAtLeast)) {
		text := readRules(t, game)
		require.Contains(t, text, "(../games/"+game+".md)", "a link back to the introduction")
		introduction, err := os.ReadFile("docs/games/" + game + ".md")
		require.NoError(t, err)
		require.Contains(t, string(introduction), "(../rules/"+game+".md)")

		var all []citation
		flat, lineOf := join(rulesFile(game), text)
		for _, at := range refers.FindAllStringSubmatchIndex(flat, -1) {
			for _, n := range numbersIn(group(flat, at, 1)) {
				all = append(all, citation{rulesFile(game), lineOf(at[2]), game, n})
			}
		}
		require.Greater(t, len(all), 10)
		t.Logf("%s: %d references", game, len(all))
		require.Empty(t, strings.Join(missing(all, map[string]map[string]bool{game: numbersOf(text)}), "\n"))
	}
}

// TestGuidesAreInTheDocuments: what a game says of itself on the page where bots are written, its document says in the
// same words and the same order. Between them it has what a page has no use for, such as commands.
func TestGuidesAreInTheDocuments(t *testing.T) {
	all := games.All()
	require.NotEmpty(t, all)
	for _, game := range all {
		name := "docs/games/" + game.Info().Name + ".md"
		document, err := os.ReadFile(name)
		require.NoError(t, err)
		rest := blocks(string(document))
		guide := blocks(game.Guide())
		require.Greater(t, len(guide), 10, name)
		for _, block := range guide {
			at := slices.Index(rest, block)
			require.GreaterOrEqual(t, at, 0, "%s does not say, here:\n%s", name, block)
			rest = rest[at+1:]
		}
	}
}

// blocks returns the paragraphs, lists, tables and headings of a document.
func blocks(text string) []string { return strings.Split(strings.TrimSpace(text), "\n\n") }

func TestRulesAreFoundInAllFormsOfCitation(t *testing.T) {
	for text, want := range map[string]string{
		"// wins decides a fight. Rules 8.4.":          "8.4",
		"// Rules 6, 7.1.":                             "6 7.1",
		"// draws for all places. Rules\n\t// 8.4, as": "8.4",
		"x() // rules 8,\n// 15.12":                    "8 15.12",
		"// rules 10 to 13":                            "10 11 12 13",
		"// rules 3.1 to 3.4, 9":                       "3.1 3.2 3.3 3.4 9",
		"// rules 3.9-4.1":                             "3.9 4.1",
		"// Rules 13.4 and 17, Q1.":                    "13.4 17 Q1",
		"// rules 17, Q1 and P":                        "17 Q1 P",
		"// rules 7 (conflict), 16.14":                 "7 16.14",
		"// rules 10, but for some changes":            "10",
		"// Rules 6, path. Rules 2":                    "6 2",
		"// is rules/moria.md 6 and 15.16.":            "6 15.16",
		"// rules, section 3":                          "3",
		"// the rules.\n// 3 are left":                 "",
		"var of rules\n3":                              "",
		"// rules of 4 games, version of the rules, 1": "",
	} {
		var got []string
		for _, c := range citations("engine/games/moria/round.go", text) {
			require.Equal(t, "moria", c.game)
			got = append(got, c.number)
		}
		require.Equal(t, want, strings.Join(got, " "), text)
	}
	require.Equal(t, []citation{{"engine/rand.go", 3, "orkisland", "13"}},
		citations("engine/rand.go", "\n\n// orkisland rules 13"))
	require.Equal(t, []citation{{"a.md", 2, "moria", "4"}}, citations("a.md", "see rules/moria.md\n4"))
	require.Equal(t, "starships", gameOf("sdk/bots/dummy/starships_course.go"))

	document := "## 8. Moves\n\n### 8.1 Fights\n\n- **8.2** Dead.\n- **Q1** Trolls.\n"
	require.Equal(t, []string{"8", "8.1", "8.2", "Q1"}, numbersInOrder(document))
	require.Equal(t, []string{
		"moria/a.go:1: rules 8.3 of moria",
		"b.go:1: rules 8, but of which game? Write rules/<game>.md 8",
	}, missing(append(citations("moria/a.go", "// rules 8, 8.1 to 8.3, Q1"), citations("b.go", "// rules 8")...),
		map[string]map[string]bool{"moria": numbersOf(document)}))
}
