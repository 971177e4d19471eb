package shell

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/library"
	"github.com/botarena/arena/internal/match/replay"
)

// InMatches is the name of an output with which a match gets a file of its own in the folder of matches.
const InMatches = ""

// KeptHelp says which matches are kept, and for how long.
const KeptHelp = `Unless -o names a file, the replay gets a name of its own in the folder matches of the
current folder, by game and seed. arena view, replay, branch and the others take the newest
match there if no file is named. The folder keeps the newest 100 under such names; files
with other names stay.`

// KeptName returns what a match is called by.
func KeptName(h replay.Header) library.Name {
	return library.Name{Game: h.Setup.Game().Info().Name, Seed: h.Seed}
}

// KeepIn returns the file in which a match is recorded: the one that was typed, or one of its own.
func KeepIn(typed string, name library.Name) (string, error) {
	if typed != InMatches {
		return typed, nil
	}
	path, err := library.New(library.Folder, name)
	if err != nil {
		return "", hint.With(FileError(library.Folder, err), "-o FILE records it elsewhere, -o none not at all")
	}
	return path, nil
}

// IsReplay reports whether a file is a replay, by its name.
func IsReplay(path string) bool { return filepath.Ext(strings.TrimSuffix(path, ".gz")) == ".arena" }

// OrNewest returns the file that was typed or, if none was, the newest match of the folder, and says which.
func (s *Shell) OrNewest(typed []string) (string, error) {
	if len(typed) > 0 {
		return typed[0], nil
	}
	path, err := library.Newest(library.Folder)
	switch {
	case errors.Is(err, library.ErrNone):
		return "", hint.New(library.Folder, "there is no match to take", "name a FILE, or play: "+
			safe.Shell("arena", "play", ExampleGame, "demo", "demo", "null", "null"))
	case err != nil:
		return "", FileError(library.Folder, err)
	}
	safe.Fprintf(s.Err, "note: %s, the newest match\n", path)
	return path, nil
}
