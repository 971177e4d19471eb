package admission_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/process/sandbox"
)

// building is a house that builds what others hand in.
func building(t *testing.T) *house {
	t.Helper()
	tier.Needs(t, "c++", "sh", "cp")
	confined, err := sandbox.New(sandbox.Standard)
	if err != nil || !confined.Builds() {
		tier.Lacks(t, sandbox.ErrNoBuilds)
	}
	h := newHouse(t, nil)
	h.Sandbox = confined
	return h
}

// source puts a bot of sources into the inbox.
func (h *house) source(name string, files map[string]string) admission.Submission {
	h.t.Helper()
	folder := filepath.Join(h.folder.Inbox(), name)
	for file, text := range files {
		path := filepath.Join(folder, file)
		require.NoError(h.t, os.MkdirAll(filepath.Dir(path), 0o755))             //nolint:gosec // what builds may be another user
		require.NoError(h.t, os.WriteFile(path, []byte(text+" // mine"), 0o755)) //nolint:gosec // likewise
	}
	return admission.Submission{Typed: folder, By: admission.ByInbox, Build: true}
}

// TestALeagueKeepsTheProgramAlone of a source that it has built. Its workers get what is in the folder of its bots.
func TestALeagueKeepsTheProgramAlone(t *testing.T) {
	h := building(t)
	h.joins(h.source("zorg", map[string]string{
		"main.cc": "#include \"part.hh\"\nint main() { return PART; }", "part.hh": "#define PART 7", "lib/x.hpp": "//",
	}))
	h.joins(h.source("made", map[string]string{
		"bot.txt": "build sh make.sh\nrun sh out/main.sh\n#", "make.sh": "mkdir out && echo echo > out/main.sh #",
	}))
	require.Equal(t, 1, h.kept("mine"), "the bot.txt that says how it runs")
	require.NoDirExists(t, h.folder.Sources())
	h.KeepSources = true
	e := h.joins(h.source("kept", map[string]string{"main.cc": "int main() { return 3; }"}))
	require.Equal(t, 1, h.kept("mine"), "sources are elsewhere")
	text := h.text(filepath.Join(h.folder.Sources(), fmt.Sprintf("%x", e.Program), "kept", "main.cc"))
	require.Equal(t, "int main() { return 3; } // mine", text)
}

// TestWhatAPersonHandsInIsBuilt, and who has brought it reads what the compiler says.
func TestWhatAPersonHandsInIsBuilt(t *testing.T) {
	h := building(t)
	h.KeepSources = true
	source := func(text string) admission.Submission {
		sub := h.handedIn(annasID, "", files("zorg.cpp", text)...)
		sub.Build = true
		return sub
	}
	e := h.joins(source("int main() { return 3; }\r\n// mine"))
	require.Equal(t, [2]string{"zorg", annasID}, [2]string{e.Name, e.Person})
	require.Zero(t, h.kept("mine"), "the program alone")
	require.FileExists(t, filepath.Join(h.folder.Sources(), fmt.Sprintf("%x-%s", e.Program, annasID), "zorg.cpp"))
	why := h.refused(source("int main() { return missing; }"))
	require.Equal(t, [2]string{"does not build", "zorg.cpp: In function ‘int main()’:"},
		[2]string{strings.Split(why.Why, "\n")[0], why.Lines[0]})
	require.Contains(t, why.Lines[1], "zorg.cpp:1:21: error: ‘missing’")
	require.NotContains(t, fmt.Sprint(why), organisers)
}

// kept counts the files in the folder of the league's bots that have a word in them.
func (h *house) kept(word string) (count int) {
	h.t.Helper()
	err := filepath.WalkDir(h.folder.Bots(), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			text, err := os.ReadFile(path)
			require.NoError(h.t, err)
			if bytes.Contains(text, []byte(word)) {
				h.t.Log(path)
				count++
			}
		}
		return err
	})
	require.NoError(h.t, err)
	return count
}

// TestWhoHandsInASourceIsToldWhatIsWrongWithIt, and nothing of the organiser's.
func TestWhoHandsInASourceIsToldWhatIsWrongWithIt(t *testing.T) {
	h := building(t)
	why := h.refused(h.source("zorg", map[string]string{"main.cc": "int main() { return missing; }"}))
	require.Equal(t, admission.Unfit, why.Reason)
	require.Contains(t, why.Why, "does not build\nmain.cc: In function ‘int main()’:\nmain.cc:1:21: error: ‘missing’")
	require.NotContains(t, why.Error()+why.Fix, organisers)
	left, err := filepath.Glob(filepath.Join(h.folder.Bots(), ".new-*"))
	require.NoError(t, err)
	require.Empty(t, left)
}
