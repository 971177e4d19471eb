package shell

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/process/written"
)

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
