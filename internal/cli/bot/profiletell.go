package bot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/profile"

	"github.com/botarena/arena/internal/cli/shell"
)

// How much is shown.
const (
	mostFunctions    = 10
	mostOwnFunctions = 5
	mostStretches    = 10
	mostSlowRounds   = 5
)

// tell prints the figures, and writes the profile. Its error is why there is none.
func (r *profileRun) tell() error {
	if len(r.Matches) == 0 {
		return nil
	}
	whole := profile.Whole(r.Matches, r.budget())
	fmt.Fprintf(r.s.Out, "%s: %s, matches with the seeds %d to %d\n", r.Name, safe.Count(whole.Answers, "answer"),
		r.Matches[0].Seed, r.Matches[len(r.Matches)-1].Seed)
	failed := r.lacking()
	if samples, _ := r.Samples.Count(); samples > 0 {
		r.printFunctions()
		if err := r.writeProfile(); err != nil {
			failed = err
		}
	}
	r.printRounds(whole)
	r.printSlowest()
	if r.Lines {
		r.printProfiler()
		if r.o.pprof {
			failed = shell.Misused("the command above is for this bot",
				"--pprof: opens the profile of a bot in Go, and %s speaks lines", r.o.bot)
		}
	}
	return failed
}

// lacking says why samples are lacking, or returns nil.
func (r *profileRun) lacking() error {
	err := r.Lacking()
	if err == nil {
		return nil
	}
	told := fmt.Errorf("%s: %w", safe.Name(r.o.bot), err)
	if errors.Is(err, profile.ErrTooQuick) {
		return hint.With(told, "play more matches: -n 100")
	}
	return told
}

// fewSamples are so few that the order of functions is left to chance.
const fewSamples = 200

func (r *profileRun) printFunctions() {
	samples, total := r.Samples.Count()
	fmt.Fprintf(r.s.Out, "\nby function, in %s of its CPU time:\n", shell.ShowTime(int64(total)))
	r.printTable(r.Samples.Top(mostFunctions), total)
	if own := r.Samples.Own(mostOwnFunctions); len(own) > 0 {
		fmt.Fprintln(r.s.Out, "\nits own functions, by what they took with all that they called:")
		r.printTable(own, total)
	}
	if samples < fewSamples {
		enough := r.o.matches * int(1+fewSamples/samples)
		fmt.Fprintf(r.s.Err, "note: only %s; -n %d gives more\n", safe.Count(int(samples), "sample"),
			min(enough, mostProfiled))
	}
}

func (r *profileRun) printTable(functions []profile.Function, total time.Duration) {
	share := func(part time.Duration) string { return fmt.Sprintf("%.1f%%", 100*float64(part)/float64(total)) }
	t := shell.NewTable(">itself", ">", ">with calls", ">", "function")
	for _, f := range functions {
		t.Row(shell.ShowTime(int64(f.Flat)), share(f.Flat), shell.ShowTime(int64(f.Cum)), share(f.Cum), f.Name)
	}
	t.Print(r.s.Out)
}

func (r *profileRun) writeProfile() error {
	var text bytes.Buffer
	if err := r.Samples.Write(&text); err != nil {
		return err
	}
	path := r.o.pprofFile()
	file, err := shell.CreateFile(path)
	if err != nil {
		return err
	}
	_, err = file.Write(text.Bytes())
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return shell.FileError(path, err)
	}
	fmt.Fprintf(r.s.Out, "the whole profile: %s\n", safe.Shell(pprofCommand(path)...))
	return nil
}

func (o *profileOptions) pprofFile() string { return filepath.Join(o.dir, "cpu.pprof") }

// pprofCommand shows a profile in the browser, at a free port that only this machine can
// reach.
func pprofCommand(path string) []string {
	return []string{"go", "tool", "pprof", "-http=localhost:", path}
}

// openPprof shows the profile in the browser until ctx ends.
func (o *profileOptions) openPprof(ctx context.Context, s *shell.Shell) error {
	args := pprofCommand(o.pprofFile())
	command := exec.CommandContext(ctx, args[0], args[1:]...) //nolint:gosec // our own command
	command.Stdout, command.Stderr = s.Err, s.Err
	command.WaitDelay = time.Second
	if runtime.GOOS != "windows" { // which has no such signal
		command.Cancel = func() error { return command.Process.Signal(os.Interrupt) } // the go command passes it on
	}
	fmt.Fprintln(s.Err, "Ctrl-C stops it")
	if err := command.Run(); err != nil && ctx.Err() == nil {
		return hint.With(fmt.Errorf("go tool pprof: %w", err), safe.Shell(args...))
	}
	return nil
}

func (r *profileRun) printRounds(whole profile.Stretch) {
	budget := r.budget()
	fmt.Fprintf(r.s.Out, "\nby round, %s", r.clock())
	if budget.Round > 0 {
		fmt.Fprintf(r.s.Out, "; a round has %v, the first answer %v more", budget.Round, budget.Start)
	}
	fmt.Fprintln(r.s.Out, ":")
	t := shell.NewTable("rounds", ">answers", ">mean", ">95 of 100", ">worst", ">over that")
	row := func(rounds string, s profile.Stretch) {
		t.Row(rounds, strconv.Itoa(s.Answers), shell.ShowTime(int64(s.Mean)), shell.ShowTime(int64(s.P95)),
			shell.ShowTime(int64(s.Worst)), strconv.Itoa(s.Over))
	}
	for _, s := range profile.Stretches(r.Matches, mostStretches, budget) {
		rounds := fmt.Sprintf("%d to %d", s.First, s.Last)
		if s.First == s.Last {
			rounds = strconv.Itoa(s.First)
		}
		row(rounds, s)
	}
	row("all", whole)
	t.Print(r.s.Out)
}

// budget is what the bot is told that it may use, and in a usual match may.
func (r *profileRun) budget() profile.Budget {
	return profile.Budget{Round: r.options.Told.CPU, Start: r.options.Told.StartCPU}
}

// clock names the measured time.
func (r *profileRun) clock() string {
	if !r.Measured {
		return "in wall-clock time, as this system reports no CPU time"
	}
	return "in CPU time"
}

func (r *profileRun) printSlowest() {
	fmt.Fprintln(r.s.Out, "\nthe slowest rounds:")
	t := shell.NewTable(">time", ">round", ">seed", ">seat", "to see it")
	for _, slow := range profile.Slowest(r.Matches, mostSlowRounds) {
		t.Row(shell.ShowTime(int64(slow.CPU)), strconv.Itoa(slow.Number), strconv.FormatUint(slow.Match.Seed, 10),
			strconv.Itoa(slow.Match.Seat),
			safe.Shell("arena", "view", slow.Match.File, "--round", strconv.Itoa(slow.Number)))
	}
	t.Print(r.s.Out)
}

// printProfiler prints how to run the bot under the profiler of its language, on the match
// with the slowest round.
func (r *profileRun) printProfiler() {
	slowest := profile.Slowest(r.Matches, 1)
	if len(slowest) == 0 {
		return
	}
	fmt.Fprintln(r.s.Out, "\nby function, outside the arena and the sandbox, where the bot has all your rights:")
	in := filepath.Join(r.o.dir, "in.txt")
	m := slowest[0].Match
	fmt.Fprintf(r.s.Out, "  %s > %s\n", safe.Shell("arena", "transcript", m.File, "--seat", strconv.Itoa(m.Seat), "--in"),
		safe.Shell(in))
	for _, line := range profilerOf(r.bot, r.o.dir, in) {
		fmt.Fprintln(r.s.Out, "  "+line)
	}
}

// profilerOf returns what to type to profile a bot that is not in Go, or what to do where we know no command.
func profilerOf(b find.Bot, dir, in string) []string {
	p := language.Profiling{
		Kind: b.Kind, OS: runtime.GOOS, Args: b.Command.Args, Env: b.Command.Env, Dir: dir, In: in,
	}
	if commands := p.Profiler(); commands != nil {
		return commands
	}
	return []string{"then run it under the profiler of its language, with that file as its standard input"}
}
