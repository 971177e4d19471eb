package check

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/process/host"
)

// lines looks at the manners of a bot that speaks lines. A print harms no match, but hides the
// line that the bot gets wrong some day.
func (w *walk) lines(ctx context.Context, s *Step) error {
	manners := w.process.Manners()
	if manners.Prints > 0 {
		return &failure{fmt.Sprintf("printed %s besides its answers, the first: %q",
			safe.Count(manners.Prints, "line"), manners.Printed), advicePrint}
	}
	s.Seen = []string{"nothing but answers on standard output"}
	if manners.CRLF {
		s.Warnings = []string{"ends its lines with CR LF; LF is enough"}
	}
	of, unbuffered := language.Unbuffered(w.bot.Args)
	if of == nil {
		return nil
	}
	p, err := w.playBuffered(ctx, unbuffered)
	if err != nil {
		return err
	}
	if p.verdict != nil && p.verdict.Kind == match.Late {
		s.Warnings = append(
			s.Warnings,
			fmt.Sprintf("does not flush its answers: it plays only because the arena starts %s with %s; %s plays everywhere",
				of.Kind, of.Reader.Unbuffered, of.Reader.Flushed))
		return nil
	}
	s.Seen = append(s.Seen, "flushes its answers")
	return nil
}

// bufferedStart is how long we wait for a first line that may never be flushed.
const bufferedStart = 3 * time.Second

// playBuffered plays a short match with a bot that is started without the argument that
// makes its output unbuffered.
func (w *walk) playBuffered(ctx context.Context, argument int) (*played, error) {
	buffered := *w.checker
	buffered.bot.Args = slices.Delete(slices.Clone(w.bot.Args), argument, argument+1)
	o := w.options.Host
	o.Output, o.Limits.Start = nil, bufferedStart
	process, err := buffered.run(ctx, o)
	if err != nil { // even its first line is not flushed
		if ctx.Err() != nil {
			return nil, err
		}
		return &played{verdict: &match.Verdict{Kind: match.Late}}, nil
	}
	defer process.Close()
	return w.play(ctx, process, shortened(w.setup, 2), 0)
}

// leftOver is the advice about a bot that plays differently when it plays again.
func (w *walk) leftOver() string { return either(w.about, adviceMemory, adviceLeftOver) }

// repeat is the advice about a bot that plays differently in a fresh process.
func (w *walk) repeat() string { return either(w.about, adviceRandom, adviceRepeat) }

func either(d host.Description, lines, other string) string {
	if d.Lines {
		return lines
	}
	return other
}

// difference is the first round in which two matches differ.
type difference struct{ round, first, second int }

// differ returns the first difference between the commands of two matches, or nil if
// there is none. Later differences mean nothing, since the states differ as well.
func differ(first, second *played) *difference {
	for i, a := range first.rounds {
		if i >= len(second.rounds) {
			return &difference{i, a.commands, 0}
		}
		if b := second.rounds[i]; string(a.message) != string(b.message) {
			return &difference{i, a.commands, b.commands}
		}
	}
	return nil
}

func (d *difference) String() string {
	if d.first == d.second {
		return fmt.Sprintf("different commands in round %d", d.round)
	}
	return fmt.Sprintf("%s in round %d, the first time %d", safe.Count(d.second, "command"), d.round, d.first)
}
