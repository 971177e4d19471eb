package bench

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/botarena/arena/internal/base/percentiles"
	"github.com/botarena/arena/internal/process/executable"
)

// Case is one way to measure: by a number of workers at the same time.
type Case struct {
	Mode     Mode
	Pinned   bool // each worker has a processor of its own
	Workers  int
	Language string // of the bots; "" for Go
}

// The cases of a game, in addition to those of [InLanguage].
var (
	Free        = Case{Mode: ModeProcesses, Workers: 1}
	Pinned      = Case{Mode: ModeProcesses, Pinned: true, Workers: 1}
	TwoAtOnce   = Case{Mode: ModeProcesses, Pinned: true, Workers: 2}
	FourAtOnce  = Case{Mode: ModeProcesses, Pinned: true, Workers: 4}
	Rules       = Case{Mode: ModeLocal, Workers: 1}
	Recorded    = Case{Mode: ModeRecorded, Workers: 1}
	Encoding    = Case{Mode: ModeStates, Workers: 1}
	LookAhead   = Case{Mode: ModeAhead, Workers: 1}
	Bare        = Case{Mode: ModeFloor, Workers: 1}
	BarePinned  = Case{Mode: ModeFloor, Pinned: true, Workers: 1}
	Starts      = Case{Mode: ModeSpawn, Workers: 1}
	casesOfGame = []Case{
		Free, Pinned, TwoAtOnce, FourAtOnce, Rules, Recorded, Encoding, LookAhead, Bare, BarePinned, Starts,
	}
)

// InLanguage is the case of bots in another language than Go.
func InLanguage(name string) Case {
	return Case{Mode: ModeProcesses, Pinned: true, Workers: 1, Language: name}
}

// Cases are all cases of a game, with bots also in some other languages.
func Cases(languages []string) []Case {
	cases := slices.Clone(casesOfGame)
	for _, name := range languages {
		cases = append(cases, InLanguage(name))
	}
	return cases
}

// Plan says how samples are taken.
type Plan struct {
	Work   Work                           // of a worker; its mode and its other bot are those of the case
	Others map[string]*executable.Command // the bots in other languages
	// Measure measures in a fresh process that is bound to a processor, or to none if that is -1. It is called by
	// several goroutines.
	Measure func(ctx context.Context, work Work, processor int) (Result, error)
}

// Sample is what the workers of a case measured at the same time.
type Sample []Result

// Samples are those that were taken in each case.
type Samples map[Case][]Sample

// Take takes a number of samples of each case. The cases take turns, so that other load on the machine affects all
// of them alike. Who asks is told before each sample which it is.
func (p Plan) Take(ctx context.Context, samples int, cases []Case, tell func(sample int, c Case)) (Samples, error) {
	all := make(Samples)
	for n := range samples {
		for _, c := range cases {
			tell(n, c)
			taken, err := p.sample(ctx, c)
			if err != nil {
				return nil, err
			}
			all[c] = append(all[c], taken)
		}
	}
	return all, nil
}

// sample lets the workers of a case measure at the same time.
func (p Plan) sample(ctx context.Context, c Case) (Sample, error) {
	taken, errs := make(Sample, c.Workers), make([]error, c.Workers)
	work := p.Work
	work.Mode, work.Other = c.Mode, p.Others[c.Language]
	var all sync.WaitGroup
	for i := range c.Workers {
		processor := -1
		if c.Pinned {
			processor = i
		}
		all.Go(func() { taken[i], errs[i] = p.Measure(ctx, work, processor) })
	}
	all.Wait()
	return taken, errors.Join(errs...)
}

// CPU returns the CPU time of a player-round, of the host and the bot together, in microseconds.
func (s Sample) CPU() float64 { return s.perRound(micros(s[0].HostCPU + s[0].BotCPU)) }

// HostCPU returns the part of the host.
func (s Sample) HostCPU() float64 { return s.perRound(micros(s[0].HostCPU)) }

// BotCPU returns the part of the bot.
func (s Sample) BotCPU() float64 { return s.perRound(micros(s[0].BotCPU)) }

// Allocs returns how often the host allocates memory in a player-round.
func (s Sample) Allocs() float64 { return s.perRound(float64(s[0].Allocs)) }

func (s Sample) perRound(sum float64) float64 { return sum / float64(s[0].PlayerRounds) }

// Wall returns the wall-clock time of a match, in milliseconds.
func (s Sample) Wall() float64 { return micros(s[0].Wall) / 1e3 / float64(s[0].Matches) }

// Rate returns the matches per second of all workers together, while all of them run.
func (s Sample) Rate() float64 {
	sum := 0.0
	for _, r := range s {
		sum += float64(r.Matches) / r.Wall.Seconds()
	}
	return sum
}

// Start returns the median time of a start, in milliseconds.
func (s Sample) Start() float64 {
	all := make([]float64, len(s[0].Spawn))
	for i, d := range s[0].Spawn {
		all[i] = d.Seconds() * 1e3
	}
	return percentiles.Median(all)
}

// ReplaySize returns the size of a replay, in kilobytes.
func (s Sample) ReplaySize() float64 { return float64(s[0].Replays) / float64(s[0].Matches) / 1e3 }

// StateSize returns the size of a State, in bytes.
func (s Sample) StateSize() float64 { return float64(s[0].States.Bytes) / float64(s[0].States.States) }

// Encode returns the CPU time of encoding a State, in microseconds.
func (s Sample) Encode() float64 { return s[0].States.Encode.each() }

// Next returns the CPU time of a rollout by the Next of a State, in microseconds.
func (s Sample) Next() float64 { return s[0].Ahead.Next.each() }

// Sim returns the CPU time of a rollout with a Sim, in microseconds.
func (s Sample) Sim() float64 { return s[0].Ahead.Sim.each() }

// each returns the CPU time of one of the times, in microseconds.
func (t Timed) each() float64 { return micros(t.CPU) / float64(t.Times) }

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }
