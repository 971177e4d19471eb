package match

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/replay"

	"github.com/botarena/arena/internal/cli/shell"
)

// NewVerify returns the command arena verify.
func NewVerify(s *shell.Shell) *cobra.Command {
	return &cobra.Command{
		Use:   "verify [FILE]...",
		Short: "Play replays again and compare",
		Long: `Play the recorded commands again and compare the state after every round with the
recorded one. The first difference is reported with its round and item. Without a FILE it
is the newest match of the folder matches.`,
		Example: "  arena verify\n  arena verify matches/*.arena",
		RunE: func(_ *cobra.Command, paths []string) error {
			if len(paths) == 0 {
				newest, err := s.OrNewest(nil)
				if err != nil {
					return err
				}
				paths = []string{newest}
			}
			var failed error
			for _, path := range paths {
				told, err := verify(s, path)
				if err != nil {
					shell.Report(s.Err, err)
					failed = shell.ErrTold
					continue
				}
				fmt.Fprintln(s.Out, told)
			}
			return failed
		},
	}
}

// differing is the error of a match that does not come out as it was recorded; nil for any other error.
func differing(path string, err error) error {
	if differs := new(replay.DifferenceError); !errors.As(err, &differs) {
		return nil
	}
	return hint.New(path, err.Error(), safe.Shell("arena", "verify", path)+" says the same").Because(err)
}

func verify(s *shell.Shell, path string) (string, error) {
	r, damage := readReplay(s, path)
	if damage != nil {
		return "", damage
	}
	if err := r.Verify(); err != nil {
		return "", hint.Wrap(path, err)
	}
	if r.Scores == nil {
		return safe.Sprintf("%s: %d of %d rounds, as recorded", path, len(r.Rounds), r.Setup.Rounds()), nil
	}
	return safe.Sprintf("%s: %s, as recorded", path, safe.Count(len(r.Rounds), "round")), nil
}
