package match

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/web/viewer"

	"github.com/botarena/arena/internal/cli/shell"
)

// NewView returns the command arena view.
func NewView(s *shell.Shell) *cobra.Command {
	o, from, round, beside := &shell.WatchFlags{}, &shell.BotFlags{}, 0, false
	c := &cobra.Command{
		Use:   "view [FILE|FOLDER]...",
		Short: "Watch matches in the browser",
		Long: `Watch matches in the browser. FILE is a replay or a match that an original program wrote
(.out, .res, .br), packed with gzip or not. It is recognised by its content, not by its name.
Of a damaged replay, the part that can be read is shown. It begins before the first round, or
with --round before another. Without a FILE it is the newest match of the folder matches.

Several files, or all of a FOLDER, are listed on the page with their results. It
begins with the first file, or with that of the first folder that changed last, and
a match that comes into a folder comes into the list.

With --beside, two matches are shown side by side, with one clock: the same seed with
yesterday's bot and with today's, say. The page tells in which round they part, and
has charts of the difference.

What if? With key Q, the page plays on from the round that is shown, with a bot of the bots
folder, as arena branch does; only while no other machine can reach it.

The page is served at the address that is printed, until Ctrl-C, and only to this
machine unless --http says otherwise. The letters in the address are a secret: without
them, other users of the machine get nothing. Other files can be dropped on it.`,
		Example: "  arena view\n  arena view match.arena --round 83\n  arena view matches\n  arena view " +
			"old.arena new.arena --beside\n  arena view --no-open --http 127.0.0.1:8080",
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				newest, err := s.OrNewest(nil)
				if err != nil {
					return err
				}
				args = []string{newest}
			}
			first, several, err := matchesAt(s, args)
			if err != nil {
				return err
			}
			match, err := s.ReadShow(first)
			for err != nil && several != nil {
				next := several.After(first)
				if next == "" {
					return err
				}
				safe.Fprintf(s.Err, "note: %v\n", err)
				first = next
				match, err = s.ReadShow(first)
			}
			if err != nil {
				return err
			}
			o.Several = several
			o.Branch = &viewBranch{s: s, c: c, from: from, path: first}
			if last := len(match.Scenes) - 1; round < 0 || round > last {
				return shell.Misused(fmt.Sprintf("--round %d is the last", last), "--round: there is no round %d in %s", round,
					first)
			}
			start := ""
			if beside {
				if err := wantPair(several); err != nil {
					return err
				}
				start = "beside"
			}
			if c.Flags().Changed("round") {
				start += fmt.Sprintf("#r=%d", round) // as the page itself does
			}
			return o.Show(c.Context(), s, match, shell.DamageError(first, match), start)
		},
	}
	o.Register(s, c)
	from.RegisterDir(c)
	from.RegisterSandbox(c)
	from.UsualLimits()
	c.Flags().IntVar(&round, "round", 0, "begin before this `ROUND`")
	c.Flags().BoolVar(&beside, "beside", false, "show two matches side by side")
	return c
}

// wantPair returns an error unless there are two matches.
func wantPair(several *viewer.Matches) error {
	count := 1
	if several != nil {
		_, _, count = several.Pair()
	}
	if count != 2 {
		return shell.Misused("arena view old.arena new.arena --beside", "--beside: takes two matches, not %d", count)
	}
	return nil
}

// matchesAt returns the file to begin with, and all matches if there may be several.
func matchesAt(s *shell.Shell, paths []string) (first string, several *viewer.Matches, err error) {
	folders := 0
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return "", nil, shell.FileError(path, err)
		}
		if info.IsDir() {
			folders++
		}
	}
	if len(paths) == 1 && folders == 0 {
		return paths[0], nil, nil
	}
	several = viewer.NewMatches(paths, func(name string) bool { return isMatch(s, name) })
	if first = several.First(); first == "" {
		return "", nil, hint.New(paths[0], "has no match", "arena play records a match as a replay")
	}
	return first, several, nil
}

// isMatch reports whether a file of a folder has a match, by its name.
func isMatch(s *shell.Shell, name string) bool {
	return shell.IsReplay(name) || slices.Contains(s.RecordExtensions(), filepath.Ext(strings.TrimSuffix(name, ".gz")))
}
