package shell

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/match/library"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/written"
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

// RegisterKeep registers a flag for the replays that a store keeps.
func RegisterKeep(c *cobra.Command, to *series.Keep) {
	*to = series.KeepFaults
	Enum[series.Keep]{
		Values: series.Keeps, Notes: map[series.Keep]string{series.KeepLosses: "of the first bot"},
	}.Register(c, to, "keep", "keep the replays of `WHICH` matches: %s")
}

// KeepFilesHelp says which files are kept.
const KeepFilesHelp = `A bot's working folder is empty when it starts, and gone when it ends. With --keep-files DIR,
what it wrote there is kept, in a folder of its own in DIR by game, seed and seat: files alone,
1024 of them and 16 MB at most; a note names those left out.`

// RegisterKeepFiles adds --keep-files.
func RegisterKeepFiles(c *cobra.Command, dir *string) {
	c.Flags().StringVar(dir, "keep-files", "", "keep in `DIR` the files that bots write, each in a folder of its own")
	Must(c.MarkFlagDirname("keep-files"))
}

// KeepFiles returns what keeps the files of bots, called by these names, or nil if nobody has named a folder.
func KeepFiles(dir string, name func(seat int) string) (*written.Keeper, error) {
	if dir == "" {
		return nil, nil //nolint:nilnil // there is nothing wrong with it
	}
	k := &written.Keeper{Dir: dir, Name: name}
	err := k.Begin()
	if at := new(fs.PathError); errors.As(err, &at) {
		err = hint.New(at.Path, PlainError(at.Err).Error(), "--keep-files DIR takes another folder").Because(err)
	}
	return k, err
}

// TellFiles prints which files were kept of bots that did not come to play.
func (s *Shell) TellFiles(k *written.Keeper) {
	s.Err.Clear()
	PrintFiles(s.Err, k.Kept())
	s.TellLeft(k.Kept())
}

// PrintFiles prints where the files of bots are kept.
func PrintFiles(to io.Writer, kept []written.Seat) {
	for _, seat := range kept {
		if seat.Dir != "" {
			safe.Fprintf(to, "files %s: ", seat.Dir)
			fmt.Fprintln(to, seat)
		}
	}
}

// mostLeft is how many files are named that are not kept.
const mostLeft = 3

// TellLeft prints which files of bots are not kept, and why.
func (s *Shell) TellLeft(kept []written.Seat) {
	for _, seat := range kept {
		for _, l := range seat.Left[:min(len(seat.Left), mostLeft)] {
			fmt.Fprintf(s.Err, "note: seat %d: not kept: %s: %s\n", seat.Seat, safe.Name(l.Name), l.Why)
		}
		if more := len(seat.Left) - mostLeft; more > 0 {
			fmt.Fprintf(s.Err, "note: seat %d: not kept: %d more\n", seat.Seat, more)
		}
	}
}
