package build

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/unfit"
)

// Candidates are the files of a folder that could be a bot.
type Candidates struct {
	Go      bool
	Sources []string // names of other files that a program is compiled from
	Mains   []string // names of files that could be started
	Names   []string // an example of each possible bot
}

// mainNames are the names, without ending, of the file with which a folder's bot begins.
var mainNames = []string{"main", "bot"}

// Candidates finds the files of a folder that could be a bot.
func (t Source) Candidates() (Candidates, error) {
	var found Candidates
	entries, err := os.ReadDir(t.Path)
	if err != nil {
		return found, unfit.New(t.Typed, unfit.Reason(err), safe.Shell("chmod", "+rx", t.Shown))
	}
	var goFile, source []string
	for _, e := range entries {
		name := e.Name()
		ending := filepath.Ext(name)
		stem, kind := strings.TrimSuffix(name, ending), KindOf(name)
		isMain := kind != language.Program && kind != language.Package && slices.Contains(mainNames, stem)
		if strings.HasPrefix(name, ".") || ending != ".go" && !kind.IsCompiled() && !isMain || isTest(stem) {
			continue
		}
		info, err := os.Stat(filepath.Join(t.Path, name))
		switch {
		case err != nil || info.IsDir():
			continue
		case !info.Mode().IsRegular(): // it may be a pipe, for which everybody would wait for ever
			return found, unfit.New(t.Typed, safe.Name(name)+" in it is not a file", "remove it")
		case ending == ".go":
			goFile, found.Go = []string{name}, true
		case kind.IsCompiled():
			found.Sources = append(found.Sources, name)
			source = found.Sources[:1]
		default:
			found.Mains = append(found.Mains, name)
		}
	}
	found.Names = slices.Concat(goFile, source, found.Mains)
	return found, nil
}

// Look finds the files of a folder that are its bot, and refuses a folder with several possible bots.
func (t Source) Look() (Candidates, error) {
	found, err := t.Candidates()
	if err != nil || len(found.Names) < 2 {
		return found, err
	}
	command := "run " + safe.Shell("./"+strings.TrimSuffix(filepath.Base(t.Path), ".exe"))
	if n := len(found.Mains); n > 0 {
		name := found.Mains[n-1]
		tool := ""
		if l := language.OfFile(name); l != nil && l.Reader != nil {
			tool = l.Reader.ByHand
		}
		command = "run " + tool + " " + safe.Shell(name)
	}
	return found, unfit.New(
		t.Typed, "holds "+unfit.Listed(found.Names)+", and each could be the bot",
		"say which in a file "+safe.Name(filepath.Join(t.Shown, BotTxtName))+", with a line such as: "+command,
	)
}

// NoBot refuses a folder without a bot. It names what could be bots in it: files by their ending, and folders.
func (t Source) NoBot() error {
	entries, _ := os.ReadDir(t.Path) // Look has read it
	var inside []string
	for _, e := range entries {
		name := e.Name()
		path := filepath.Join(t.Path, name)
		switch {
		case strings.HasPrefix(name, ".") || isTest(strings.TrimSuffix(name, filepath.Ext(name))):
			continue
		case files.IsFolder(path):
			in, err := Source{Typed: name, Path: path, Shown: path, Folder: true}.Candidates()
			if err == nil && len(in.Names) == 0 && !files.Exists(filepath.Join(path, BotTxtName)) {
				continue
			}
		case KindOf(name) == language.Program:
			continue
		}
		inside = append(inside, name)
	}
	if len(inside) == 0 {
		return unfit.New(
			t.Typed, "a folder without a bot",
			"a bot's folder holds "+language.HintFolder+", or one named "+BotTxtName+" with a line: run COMMAND",
		)
	}
	const most = 4
	shown := unfit.Listed(inside[:min(most, len(inside))])
	if len(inside) > most {
		shown = strings.Join(inside[:most], ", ") + ", …"
	}
	return unfit.New(
		t.Typed, "a folder that is not a bot itself; in it: "+shown,
		"type one of those in it: "+safe.Shell(filepath.Join(t.Shown, inside[0])),
	)
}

// isTest goes by the names that tests have in the languages that have an SDK.
func isTest(stem string) bool {
	return strings.HasSuffix(stem, "_test") || strings.HasPrefix(stem, "test_") || strings.HasSuffix(stem, ".test")
}
