package faults

import (
	"bytes"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/lineproto"
)

// about returns the page that tells what happened. files are those beside it.
func (s story) about(e *host.Ending, files map[string][]byte) []byte {
	var page bytes.Buffer
	v, bot := s.verdict, s.header.Seats[s.verdict.Seat]
	fmt.Fprintf(&page, "seat %d (%s): %s in round %d of %d: %s\n\n",
		v.Seat, bot.Name, v.Kind, v.Round, s.header.Setup.Rounds(), engine.Printable(v.Detail))
	t := tabwriter.NewWriter(&page, 0, 0, 2, ' ', 0)
	line := func(what, format string, args ...any) { fmt.Fprintf(t, what+"\t"+format+"\n", args...) }
	info := s.header.Setup.Game().Info()
	line("match", "%s, seed %d, random %s, version %d of the rules", info.Name, s.header.Seed, s.header.Random,
		info.Version)
	line("players", "%s", strings.Join(s.header.Names(), ", "))
	line("bot", "%s", strings.Join(described(s.seat.Typed, bot.Version, bot.SHA256), ", "))
	if e != nil {
		line("its process", "%s", e.How)
	}
	if lineproto.MeetsIllegalInstruction(v) {
		line("what helps", "%s", lineproto.BuildForAll)
	}
	s.used(line, e)
	switch wrote := s.wrote(); {
	case wrote.Dir != "":
		line("its files", "%s, in %s", wrote, safe.Name(wrote.Dir))
	case len(wrote.Files) > 0:
		line("its files", "%s: %s", wrote, HowToKeep)
	}
	line("sandbox", "%s", s.Sandbox)
	line("arena", "%s, %s %s/%s", s.header.Arena, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	_ = t.Flush() // into memory
	s.answers(&page)
	s.others(&page, files)
	return page.Bytes()
}

// HowToKeep is the hint for a bot whose files are gone.
const HowToKeep = "--keep-files DIR, in play and rerun, keeps that"

// described returns the known facts that identify a bot.
func described(typed, version string, sum []byte) (known []string) {
	if typed != "" {
		known = append(known, safe.Name(typed))
	}
	if version != "" {
		known = append(known, "version "+version)
	}
	if len(sum) > 0 {
		known = append(known, fmt.Sprintf("SHA-256 %x", sum))
	} else {
		known = append(known, "no file")
	}
	return known
}

// used tells what the bot used, and what it might have.
func (s story) used(line func(what, format string, args ...any), e *host.Ending) {
	l := s.Limits
	cpu, wall, answered := s.spent()
	if s.replay != nil {
		line("answers", "%d", answered)
		line("CPU time", "%s; %s", cpu, limit(l.CPU, l.Bank))
		if e != nil && e.CPU > 0 {
			line("", "its process used %v in all, from its start on", short(e.CPU))
		}
		line("wall-clock time", "%s; %s", wall, limit(l.Wall, l.WallBank))
	}
	if e == nil {
		return
	}
	memory, most := "unknown", ""
	if e.Memory > 0 {
		memory = megabytes(e.Memory)
	}
	if e.AtMost && e.Memory > 0 {
		memory = "at most " + memory
	}
	if l.Memory > 0 {
		most = "; it may have " + megabytes(l.Memory)
		if runtime.GOOS == "linux" {
			most += " in a sandbox"
		}
	}
	line("memory", "%s%s", memory, most)
	if e.Threads > 0 {
		line("threads", "%d", e.Threads)
	}
	if l.Output > 0 {
		line("output", "it may write %s", megabytes(int64(l.Output)))
	}
}

// spent sums up the receipts of the bot's answers.
func (s story) spent() (cpu, wall string, answered int) {
	var cpuSum, wallSum total
	for _, r := range s.receipts() {
		cpuSum.add(r.round, r.CPU)
		wallSum.add(r.round, r.Wall)
		if r.answered {
			answered++
		}
	}
	return cpuSum.String(), wallSum.String(), answered
}

// receipt is what an answer of the bot cost, or the attempt at one.
type receipt struct {
	match.Receipt
	round, commands int
	answered        bool
}

// receipts returns what the bot's answers cost, up to the round of the verdict.
func (s story) receipts() (all []receipt) {
	if s.replay == nil {
		return nil
	}
	for _, round := range s.replay.Rounds {
		if round.Number > s.verdict.Round {
			break
		}
		turn := round.Turns[s.verdict.Seat]
		r := receipt{Receipt: round.Receipts[s.verdict.Seat], round: round.Number, answered: !turn.Status.IsFrozen()}
		if turn.Commands != nil {
			r.commands = turn.Commands.Len()
		}
		all = append(all, r)
	}
	return all
}

// total is a sum of times and the largest of them.
type total struct {
	sum, worst time.Duration
	round      int // of the worst
}

func (t *total) add(round int, d time.Duration) {
	t.sum += d
	if d > t.worst {
		t.worst, t.round = d, round
	}
}

func (t *total) String() string {
	if t.sum == 0 {
		return "not known"
	}
	return fmt.Sprintf("%v for all rounds, %v in round %d alone", short(t.sum), short(t.worst), t.round)
}

func limit(round, bank time.Duration) string {
	if round == 0 {
		return "no limit"
	}
	return fmt.Sprintf("it may use %v in a round, and %v more in the match", round, bank)
}

func short(d time.Duration) time.Duration {
	if d < time.Millisecond {
		return d.Round(time.Microsecond)
	}
	return d.Round(100 * time.Microsecond)
}

func megabytes(n int64) string {
	return strings.TrimSuffix(strconv.FormatFloat(float64(n)/(1<<20), 'f', 1, 64), ".0") + " MB"
}

// lastAnswers is how many answers are listed.
const lastAnswers = 10

// answers lists the last answers, since many a fault announces itself.
func (s story) answers(page *bytes.Buffer) {
	all := s.receipts()
	if len(all) == 0 {
		return
	}
	all = all[max(0, len(all)-lastAnswers):]
	fmt.Fprint(page, "\nthe last rounds:\n\n")
	t := tabwriter.NewWriter(page, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "round\tcommands\tCPU time\twall-clock time\tbytes\t\n")
	for _, r := range all {
		commands := strconv.Itoa(r.commands)
		if !r.answered {
			commands = "-"
		}
		fmt.Fprintf(t, "%d\t%s\t%v\t%v\t%d\t\n", r.round, commands, short(r.CPU), short(r.Wall), r.Bytes)
	}
	_ = t.Flush()
}

// others lists the other files, and how to go on.
func (s story) others(page *bytes.Buffer, files map[string][]byte) {
	if len(files) > 0 {
		fmt.Fprint(page, "\nbeside this file:\n\n")
	}
	for _, f := range []struct{ name, what string }{
		{stateName, "what the bot was sent in that round, as lines"},
		{commandsName, "what it had answered before, as lines"},
		{stderrName, "the last lines that it wrote"},
		{replayName, "the replay"},
	} {
		if files[f.name] != nil {
			fmt.Fprintf(page, "  %-12s  %s\n", f.name, f.what)
		}
	}
	if s.missing != nil {
		fmt.Fprintf(page, "\nwhat is missing: %v\n", s.missing)
	}
	if s.again != "" {
		fmt.Fprintf(page, "\nto run the bot again with the same States:\n\n  %s\n", s.again)
	}
}
