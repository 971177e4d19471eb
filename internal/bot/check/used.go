package check

import (
	"fmt"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/percentiles"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/process/host"
)

// Used is what a bot used in one or more matches.
type Used struct {
	Rounds       int                               // of all matches
	Commands     int                               // of all rounds
	MostCommands int                               // in one round
	CPU          percentiles.Spread[time.Duration] // without the allowance for the start
	// Bank is the CPU time beyond the budget of each round, summed over the match
	// with the highest sum.
	Bank time.Duration
	// Wall is the longest time until an answer.
	Wall time.Duration
	// Bytes is the size of the longest answer.
	Bytes int
	// Output is how many bytes of output were shown in the match with the most.
	Output int
}

func newUsed(limits host.Limits, matches ...*played) *Used {
	u := &Used{}
	var cpu []time.Duration
	for _, p := range matches {
		bank := time.Duration(0)
		for i, r := range p.receipts {
			used := charged(limits, i, r)
			cpu = append(cpu, used)
			bank += max(used-limits.CPU, 0)
			u.Commands += p.rounds[i].commands
			u.MostCommands = max(u.MostCommands, p.rounds[i].commands)
			u.Wall, u.Bytes = max(u.Wall, r.Wall), max(u.Bytes, r.Bytes)
		}
		u.Bank, u.Output = max(u.Bank, bank), max(u.Output, p.output)
	}
	u.Rounds, u.CPU = len(cpu), percentiles.Of(cpu)
	return u
}

// charged returns the time that counts for a round: the first one has an allowance for
// the start.
func charged(limits host.Limits, round int, r match.Receipt) time.Duration {
	if round == 0 {
		return max(r.CPU-limits.StartCPU, 0)
	}
	return r.CPU
}

// timeName names the measured time: elapsed time on systems that can't measure the CPU
// time of a process.
var timeName = func() string {
	if host.HasCPUClock() {
		return "CPU"
	}
	return "time"
}()

func (u *Used) seen(limits host.Limits) []string {
	commands := "no commands"
	if u.MostCommands > 0 {
		commands = fmt.Sprintf("%.3g commands a round, at most %d", float64(u.Commands)/float64(u.Rounds), u.MostCommands)
	}
	return []string{safe.Count(u.Rounds, "round"), commands, u.cpu(limits)}
}

func (u *Used) cpu(limits host.Limits) string {
	text := fmt.Sprintf("%s a round %v", timeName, short(u.CPU.Mean))
	if u.Rounds >= 100 {
		text += fmt.Sprintf(", 99 of 100 at most %v", short(u.CPU.P99))
	}
	text += fmt.Sprintf(", worst %v", short(u.CPU.Worst))
	if limits.CPU > 0 {
		text += fmt.Sprintf(" of %v", limits.CPU)
	}
	return text
}

// shares returns how much of each limit the bot used.
func (u *Used) shares(limits host.Limits) []string {
	seen := []string{fmt.Sprintf("at most %d of %d commands", u.MostCommands, engine.MaxCommands)}
	if limits.CPU > 0 {
		seen = append(seen, fmt.Sprintf("%d %% of the %s of a round", percent(u.CPU.Worst, limits.CPU), timeName))
	}
	if limits.Wall > 0 {
		seen = append(seen, fmt.Sprintf("%d %% of the time for an answer", percent(u.Wall, limits.Wall+limits.WallBank)))
	}
	return append(seen, fmt.Sprintf("%d bytes of output", u.Output))
}

func percent(part, whole time.Duration) int {
	return int((100*part + whole - 1) / whole)
}

// near returns a warning for each limit of which the bot used more than half.
func (u *Used) near(limits host.Limits) []string {
	var near []string
	if limits.CPU > 0 && u.CPU.Worst > limits.CPU/2 {
		warning := fmt.Sprintf("the longest round used %v of %s, the budget is %v", short(u.CPU.Worst), timeName, limits.CPU)
		if u.Bank > 0 {
			warning += fmt.Sprintf("; one match used %v of the bank of %v", short(u.Bank), limits.Bank)
		}
		near = append(near, warning)
	}
	if most := limits.Wall + limits.WallBank; limits.Wall > 0 && u.Wall > most/2 {
		near = append(near, fmt.Sprintf("an answer took %v of wall-clock time, the limit is %v", short(u.Wall), most))
	}
	if u.MostCommands > engine.MaxCommands/2 {
		near = append(near, fmt.Sprintf("gave %d commands in a round, the most is %d", u.MostCommands, engine.MaxCommands))
	}
	if limits.Shown > 0 && u.Output > limits.Shown/2 {
		near = append(
			near, fmt.Sprintf("wrote %d bytes or more in a match; only the first %d are shown, and after %d the bot is frozen",
				u.Output, limits.Shown, limits.Output))
	}
	return near
}

// short rounds a time for a message.
func short(d time.Duration) time.Duration {
	switch {
	case d < time.Millisecond:
		return d.Round(time.Microsecond)
	case d < 10*time.Millisecond:
		return d.Round(10 * time.Microsecond)
	}
	return d.Round(100 * time.Microsecond)
}
