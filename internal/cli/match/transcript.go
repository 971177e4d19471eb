package match

import (
	"bytes"
	"cmp"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/terminal"
	"github.com/botarena/arena/internal/match/transcript"

	"github.com/botarena/arena/internal/cli/shell"
)

type transcriptOptions struct {
	seat            int
	in, out, boards bool
	rounds          question
}

// NewTranscript returns the command arena transcript.
func NewTranscript(s *shell.Shell) *cobra.Command {
	o := &transcriptOptions{}
	c := &cobra.Command{
		Use:   "transcript [FILE]",
		Short: "Print a match as the lines that one of its bots read and wrote",
		Long: `Print a match as the lines that one of its bots read and wrote, by the line protocol.
FILE is a replay; without one it is the newest match of the folder matches. What the bot
wrote has "< " in front. A Go bot reads and writes no lines; its transcript is that of a bot
that did the same by lines.

With --in it is what the bot had on standard input, byte for byte. So a bot can play
the match again without the arena, in a debugger, and make the same mistake again:

  arena transcript match.arena --seat 2 --in > in.txt
  python3 mybot.py < in.txt

With --out it is what the bot answered: the first line that every bot writes, and for
each round the commands, then the notes. What the bot says of itself in its first line,
and where between the commands it made its notes, is not recorded. The commands of the
next version can be compared with those of this one:

  diff <(python3 mybot.py < in.txt | grep '^do') \
    <(arena transcript match.arena --seat 2 --out | grep '^do')

A debugger that reads commands from standard input, such as pdb, leaves none for the
bot. With the SDK for Python, arena.play_transcript(Bot, "in.txt") plays from a file.

If the bot was frozen, the transcript ends with the question that it did not answer.`,
		Example: `  arena transcript --seat 2
  arena transcript match.arena --seat 2 --boards --round 80-83
  arena transcript match.arena --seat 2 --in > in.txt`,
		Args: shell.WantArgs(0, 1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.Check(c); err != nil {
				return err
			}
			file, err := s.OrNewest(args)
			if err != nil {
				return err
			}
			r, damage := readReplay(s, file)
			if r == nil {
				return damage
			}
			return errors.Join(o.Print(s, file, r), damage)
		},
	}
	f := c.Flags()
	f.IntVar(&o.seat, "seat", 0, "`SEAT` of the bot, from 0")
	f.BoolVar(&o.in, "in", false, "print only what the bot read")
	f.BoolVar(&o.out, "out", false, "print only what the bot wrote")
	f.BoolVar(&o.boards, "boards", false, "print the board and the bot's units before each answer")
	f.StringVar(&o.rounds.rounds, "round", "", "show only this `ROUND`, or FROM-TO")
	shell.RenamedFlag(c, "board", "boards")
	return c
}

func (o *transcriptOptions) Check(c *cobra.Command) error {
	if o.in && o.out {
		return shell.Misused("leave out both for both", "--in: contradicts --out")
	}
	for _, flag := range []string{"boards", "round"} {
		if c.Flags().Changed(flag) && (o.in || o.out) {
			return shell.Misused("leave out one of them", "--%s: contradicts --in and --out", flag)
		}
	}
	return o.rounds.Check(c, false)
}

func (o *transcriptOptions) Print(s *shell.Shell, path string, r *replay.Replay) error {
	if err := r.CheckSeat(o.seat, path); err != nil {
		return shell.Misused("--seat 0", "--seat: %w", err)
	}
	if err := o.rounds.CheckRounds(r); err != nil {
		return unanswered(err)
	}
	screen, err := terminal.NewScreen(r.Setup.Game(), colours(s))
	if err != nil {
		return err
	}
	err = transcript.Of(r, o.seat, func(m engine.Match, p transcript.Piece) error {
		if s.Out.Failed != nil || !o.wants(p) {
			return s.Out.Failed
		}
		if p.Kind.FromPlayer() && !o.out {
			p.Text = marked(p.Text)
		}
		_, _ = s.Out.Write(p.Text)
		if o.boards && p.Kind == transcript.State {
			return o.Show(s, screen, m)
		}
		return nil
	})
	switch {
	case s.Out.Failed != nil:
		return shell.FileError("standard output", s.Out.Failed)
	case err != nil:
		return cmp.Or(differing(path, err), error(hint.Wrap(path, err)))
	}
	return nil
}

// wants reports whether a piece is printed.
func (o *transcriptOptions) wants(p transcript.Piece) bool {
	switch {
	case o.in:
		return !p.Kind.FromPlayer()
	case o.out:
		return p.Kind.FromPlayer()
	case o.rounds.rounds == "":
		return true
	}
	inRound := p.Kind == transcript.State || p.Kind == transcript.Answer
	return inRound && o.rounds.Includes(p.Round)
}

// Show prints the board and the units for somebody who reads the lines.
func (o *transcriptOptions) Show(s *shell.Shell, screen *terminal.Screen, m engine.Match) error {
	var text bytes.Buffer
	text.WriteByte('\n')
	if err := screen.Write(&text, m, o.seat); err != nil {
		return err
	}
	text.WriteByte('\n')
	_, _ = s.Out.AsIs(text.Bytes())
	return nil
}

// marked puts "< " in front of every line.
func marked(text []byte) []byte {
	all := slices.Collect(bytes.Lines(text))
	for i, line := range all {
		all[i] = append([]byte("< "), line...)
	}
	return bytes.Join(all, nil)
}
