package arena_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/mod/modfile"

	"github.com/botarena/arena/engine/match"
)

var (
	// relativeLink is the target of [text](target), if that is no address of the web.
	relativeLink = regexp.MustCompile(`\]\(([^):\s]+)\)`)
	titleLine    = regexp.MustCompile(`(?m)^#{1,6} (.+)$`)
	codeBlock    = regexp.MustCompile("(?ms)^```.*?^```$|^    .*?$")
	// named is a document that help, a hint or a comment names.
	named       = regexp.MustCompile(`\bdocs/[\w/-]+\.md\b`)
	walkStep    = regexp.MustCompile(`(?m)^\d+\. `)
	functionIn  = regexp.MustCompile("`(\\w+)`\\s+in\\s+`([\\w/]+\\.go)`")
	pathSpan    = regexp.MustCompile("`((?:cmd|docs|engine|examples|internal|proto|sdk|tools)/[\\w/.-]*)`")
	notInAnchor = regexp.MustCompile(`[^\p{L}\p{N}_\- ]`)
)

// TestLinksOfDocumentsLeadSomewhere looks at files and headings. It asks no network.
func TestLinksOfDocumentsLeadSomewhere(t *testing.T) {
	links := 0
	for _, file := range documents(t) {
		text := codeBlock.ReplaceAllString(readText(t, file), "")
		for _, link := range relativeLink.FindAllStringSubmatch(text, -1) {
			links++
			require.NoError(t, follow(file, link[1]), file)
		}
	}
	require.Greater(t, links, 150)
}

func TestDocumentsThatTheCodeNamesAreThere(t *testing.T) {
	names := 0
	for _, file := range sources(t) {
		if filepath.Ext(file) == ".md" || file == "documents_test.go" {
			continue
		}
		for _, name := range named.FindAllString(readText(t, file), -1) {
			names++
			require.FileExists(t, name, file)
		}
	}
	require.Greater(t, names, 30)
}

func TestALinkThatLeadsNowhereIsFound(t *testing.T) {
	for link, want := range map[string]string{
		"LICENSE":                      "",
		"docs":                         "",
		"docs/league.md#the-table":     "",
		"docs/nothing.md":              "docs/nothing.md: is not there",
		"docs/league.md#nothing":       "docs/league.md#nothing: no such heading",
		"#nothing":                     "README.md#nothing: no such heading",
		"docs/statistics.md#the-table": "docs/statistics.md#the-table: no such heading",
	} {
		if err := follow("README.md", link); want != "" {
			require.EqualError(t, err, want)
		} else {
			require.NoError(t, err)
		}
	}
}

// TestAnswersOfWhyAreShort: so that somebody finds and reads them.
func TestAnswersOfWhyAreShort(t *testing.T) {
	files, err := filepath.Glob("docs/why/*.md")
	require.NoError(t, err)
	require.Greater(t, len(files), 5)
	for _, file := range files {
		text := readText(t, file)
		require.Contains(t, readText(t, "RATIONALE.md"), "]("+filepath.ToSlash(file)+")")
		intro, _, _ := strings.Cut(text, "\n## ")
		paragraphs := strings.Split(strings.TrimSpace(intro), "\n\n")
		require.Len(t, paragraphs, 2, "%s: a title, and what it is about", file)
		for _, section := range strings.Split(text, "\n## ")[1:] {
			title, answer, _ := strings.Cut(section, "\n")
			lines := strings.Split(strings.TrimSpace(answer), "\n")
			require.LessOrEqual(t, len(lines), 8, "%s: %s", file, title)
			for _, line := range lines {
				require.LessOrEqual(t, utf8.RuneCountInString(line), 120, "%s: %s", file, line)
			}
		}
	}
}

// TestEachDependencyHasItsReason compares the tables of RATIONALE.md with what is
// imported and installed.
func TestEachDependencyHasItsReason(t *testing.T) {
	tables := strings.Split(readText(t, "RATIONALE.md"), "\nDependencies of ")
	require.Len(t, tables, 3, "the arena, releases, the page")
	own := directly(t, "go.mod")
	release := directly(t, "tools/release/go.mod")
	release = slices.DeleteFunc(release, func(name string) bool {
		return name == "botarena/arena" || slices.Contains(own, name) && !slices.Contains(rowsOf(tables[1]), name)
	})
	require.ElementsMatch(t, own, rowsOf(tables[0][strings.Index(tables[0], "## Dependencies"):]))
	require.ElementsMatch(t, release, rowsOf(tables[1]))
	require.ElementsMatch(t, installed(t), rowsOf(tables[2]))
}

func TestTheGlossaryHasEveryKindOfVerdict(t *testing.T) {
	var kinds []string
	for kind := range match.Kinds() {
		kinds = append(kinds, string(kind))
	}
	last := len(kinds) - 1
	row := "| why a player was frozen: " + strings.Join(kinds[:last], ", ") + " or " + kinds[last] + " |"
	require.True(t, strings.Contains(readText(t, "docs/glossary.md"), row), "docs/glossary.md has no %q", row)
}

// TestDocumentsAreShort: the manual is what somebody reads who uses the arena, the rest of docs but the rules and what
// is generated has the reasons and the games.
func TestDocumentsAreShort(t *testing.T) {
	const kilobyte = 1000
	manual, all := 0, 0
	for _, file := range documents(t) {
		counts := strings.HasPrefix(file, "docs/") && path.Dir(file) != "docs/rules" && path.Dir(file) != "docs/lines"
		if !counts {
			continue
		}
		size := len(readText(t, file))
		all += size
		if path.Dir(file) == "docs" {
			manual += size
		}
	}
	require.Less(t, manual, 200*kilobyte, "shorten what is longest: du -b docs/*.md | sort -n")
	require.Less(t, all, 280*kilobyte)
	require.Greater(t, manual, 100*kilobyte, "they are not found")
}

// TestEachFloorHasAReadme: it is short, names all packages of the floor, and is found from CONTRIBUTING.md.
func TestEachFloorHasAReadme(t *testing.T) {
	floors, err := filepath.Glob("internal/*")
	require.NoError(t, err)
	require.Len(t, floors, 10)
	contributing := readText(t, "CONTRIBUTING.md")
	for _, floor := range append(floors, "engine", "sdk") {
		floor = filepath.ToSlash(floor)
		text := readText(t, floor+"/README.md")
		require.LessOrEqual(t, strings.Count(text, "\n"), 12, floor)
		require.Contains(t, contributing, "("+floor+"/README.md)")
		for _, room := range roomsIn(t, floor) {
			require.Contains(t, text, "`"+room+"`", floor)
		}
	}
}

// TestContributingNamesWhatIsThere follows the walk and the table of what is changed where: a file, a folder, and a
// function in a file.
func TestContributingNamesWhatIsThere(t *testing.T) {
	text := readText(t, "CONTRIBUTING.md")
	_, walk, _ := strings.Cut(text, "\n## A walk: ")
	walk, table, _ := strings.Cut(walk, "\n## Where do I change")
	require.Len(t, walkStep.FindAllString(walk, -1), 10)
	require.Equal(t, 2+7, strings.Count(strings.Split(table, "\n## ")[0], "\n|"), "the seven tasks")
	for _, step := range strings.Split(walkStep.ReplaceAllString(walk, "\x00"), "\x00")[1:] {
		require.Regexp(t, functionIn, step)
	}
	functions := functionIn.FindAllStringSubmatch(text, -1)
	require.Greater(t, len(functions), 15)
	for _, one := range functions {
		require.Contains(t, functionsOf(t, one[2]), one[1], one[2])
	}
	paths := pathSpan.FindAllStringSubmatch(text, -1)
	require.Greater(t, len(paths), 60)
	for _, path := range paths {
		_, err := os.Stat(path[1])
		require.NoError(t, err, "CONTRIBUTING.md")
	}
}

// functionsOf returns the names of the functions and methods of a file.
func functionsOf(t *testing.T, path string) (names []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	for _, d := range file.Decls {
		if f, is := d.(*ast.FuncDecl); is {
			names = append(names, f.Name.Name)
		}
	}
	return names
}

// roomsIn returns the folders of a floor with a package.
func roomsIn(t *testing.T, floor string) (rooms []string) {
	t.Helper()
	files, err := filepath.Glob(floor + "/*/*.go")
	require.NoError(t, err)
	for _, file := range files {
		rooms = append(rooms, filepath.Base(filepath.Dir(file)))
	}
	return slices.Compact(rooms)
}

// documents lists the Markdown files. CHANGELOG.md is none of them: what an old entry
// points to may be gone.
func documents(t *testing.T) (files []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch name := d.Name(); {
		case d.IsDir() && (name == "testdata" || name == "node_modules" || len(name) > 1 && name[0] == '.'):
			return fs.SkipDir
		case filepath.Ext(name) == ".md" && path != "CHANGELOG.md":
			files = append(files, filepath.ToSlash(path))
		}
		return nil
	}))
	return files
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(text)
}

// follow returns an error if a link of a document leads to no file, or to no heading.
func follow(from, link string) error {
	to, anchor, _ := strings.Cut(link, "#")
	if to = path.Join(path.Dir(from), to); strings.HasPrefix(link, "#") {
		to = from
	}
	if _, err := os.Stat(to); err != nil {
		return fmt.Errorf("%s: is not there", to)
	}
	if anchor == "" {
		return nil
	}
	text, err := os.ReadFile(to)
	if err != nil {
		return err
	}
	for _, title := range titleLine.FindAllStringSubmatch(codeBlock.ReplaceAllString(string(text), ""), -1) {
		if anchorOf(title[1]) == anchor {
			return nil
		}
	}
	return fmt.Errorf("%s#%s: no such heading", to, anchor)
}

// anchorOf is what GitHub makes of a heading.
func anchorOf(title string) string {
	return strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(title), ""), " ", "-")
}

// directly returns what a module requires itself, as RATIONALE.md writes it.
func directly(t *testing.T, file string) (names []string) {
	t.Helper()
	parsed, err := modfile.Parse(file, []byte(readText(t, file)), nil)
	require.NoError(t, err)
	for _, required := range parsed.Require {
		if !required.Indirect {
			name := regexp.MustCompile(`/v\d+$`).ReplaceAllString(required.Mod.Path, "")
			names = append(names, strings.TrimPrefix(name, "github.com/"))
		}
	}
	return names
}

// installed returns what npm installs for the page and for checking types, each once.
func installed(t *testing.T) []string {
	t.Helper()
	names := map[string]bool{}
	for _, path := range []string{"internal/web/viewer/web/package.json", "tools/types/package.json"} {
		var page struct{ Dependencies, DevDependencies map[string]string }
		require.NoError(t, json.Unmarshal([]byte(readText(t, path)), &page))
		maps.Insert(names, maps.All(installedBy(page.Dependencies)))
		maps.Insert(names, maps.All(installedBy(page.DevDependencies)))
	}
	return slices.Collect(maps.Keys(names))
}

func installedBy(versions map[string]string) map[string]bool {
	names := map[string]bool{}
	for name := range versions {
		names[name] = true
	}
	return names
}

// rowsOf returns the names in the first column of a table.
func rowsOf(table string) (names []string) {
	for line := range strings.SplitSeq(table, "\n") {
		cell, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " | ")
		if strings.HasPrefix(line, "| ") && cell != "package" {
			names = append(names, strings.Split(cell, ", ")...)
		}
	}
	return names
}
