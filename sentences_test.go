package arena_test

import (
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEachPackageSaysOnceWhatItIs: a package that was made of several must not say what one of them was.
func TestEachPackageSaysOnceWhatItIs(t *testing.T) {
	for _, p := range packages(t) {
		rest, _ := strings.CutPrefix(p.ImportPath, module+"/")
		if within(p.ImportPath, "proto") || len(p.GoFiles) == 0 { // made by a tool; only tests
			continue
		}
		var said []string
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil,
				parser.PackageClauseOnly|parser.ParseComments)
			require.NoError(t, err)
			if doc := file.Doc.Text(); doc != "" {
				said = append(said, name+": "+doc)
			}
		}
		require.Len(t, said, 1, "%s", rest)
		_, doc, _ := strings.Cut(said[0], ": ")
		require.Regexp(t, `^(Package|Command) `+path.Base(p.ImportPath)+`\s`, doc, "%s", rest)
	}
}

// riddles are turns of phrase that make a reader look for the subject or the noun, with what to write instead.
var riddles = map[string]*regexp.Regexp{
	"the noun":       regexp.MustCompile(`(?i)\bwhat (is|are|was|were|there)\b`),
	"except":         regexp.MustCompile(`(?i)\bbut for\b`),
	"a limit":        regexp.MustCompile(`(?i)\bas far as\b`),
	"who":            regexp.MustCompile(`(?i)\bwhoever\b|\bnobody's\b`),
	"beyond":         regexp.MustCompile(`(?i)\bbesides\b`),
	"which must":     regexp.MustCompile(`(?i)\bthat (is|are) to be\b`),
	"no, or not any": regexp.MustCompile(`(?i)\b(is|are) none of\b`),
}

// TestCommentsNameTheirSubjects: a comment says subject, verb, object.
func TestCommentsNameTheirSubjects(t *testing.T) {
	left := []string{ // the last four are not mended yet
		"proto", "internal/bot/sdkgen", "internal/league/admission", "internal/web/playground", "internal/web/server",
	}
	for _, p := range packages(t) {
		rest, _ := strings.CutPrefix(p.ImportPath, module+"/")
		if slices.ContainsFunc(left, func(folder string) bool { return within(p.ImportPath, folder) }) {
			continue
		}
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.ParseComments)
			require.NoError(t, err)
			for _, comment := range file.Comments {
				text := strings.Join(strings.Fields(comment.Text()), " ")
				for instead, riddle := range riddles { // all of them: one mends several at a time
					if riddle.MatchString(text) {
						t.Errorf("%s/%s: say %s: %s", rest, name, instead, text)
					}
				}
			}
		}
	}
}
