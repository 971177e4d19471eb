// Package profile sums up where a bot's CPU time goes: by function, from the CPU profiles
// that a bot in Go hands over, and by round, from what the referee has measured.
package profile

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/google/pprof/profile"

	"github.com/botarena/arena/engine"
)

// Samples are the CPU profiles of one program. The zero value has none.
type Samples struct{ merged *profile.Profile }

// mostUnpacked is the size of the largest profile that is read, in bytes. To read one
// takes a hundred times as much memory if it holds nothing but empty messages.
const mostUnpacked = 2 << 20

// ErrNotAProfile is why a profile is refused.
var ErrNotAProfile = errors.New("not a CPU profile")

// Add adds a profile as a bot hands it over, packed with gzip. It comes from a stranger:
// of one that is too large or makes no sense nothing is added. Errors wrap [ErrNotAProfile].
func (s *Samples) Add(packed []byte) error {
	one, err := read(packed)
	if err == nil && s.merged != nil {
		if one, err = profile.Merge([]*profile.Profile{s.merged, one}); err == nil {
			err = checkSamples(one)
		}
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotAProfile, err)
	}
	s.merged = one
	return nil
}

func read(packed []byte) (*profile.Profile, error) {
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, errors.New("not packed with gzip")
	}
	text, err := io.ReadAll(io.LimitReader(unpacked, mostUnpacked+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("gzip: %w", err)
	case len(text) > mostUnpacked:
		return nil, fmt.Errorf("larger than %d MiB when unpacked", mostUnpacked>>20)
	}
	p, err := profile.ParseUncompressed(text)
	if err == nil {
		err = p.CheckValid()
	}
	if err == nil {
		err = checkSamples(p)
	}
	if err != nil {
		return nil, err
	}
	tame(p)
	return p, nil
}

// The values of a sample in a CPU profile of Go.
const (
	countValue = iota
	timeValue
	values
)

// What no series of matches needs more of. Sums of times below longest do not overflow.
const (
	longest     = 1000 * time.Hour
	mostSamples = 1 << 18
)

func checkSamples(p *profile.Profile) error {
	if len(p.SampleType) != values || p.SampleType[timeValue].Type != "cpu" ||
		p.SampleType[timeValue].Unit != "nanoseconds" {
		return errors.New("its samples are not of CPU time in nanoseconds")
	}
	if len(p.Sample) > mostSamples {
		return fmt.Errorf("more than %d different stacks", mostSamples)
	}
	var sum [values]int64
	for _, s := range p.Sample {
		for i, value := range s.Value {
			if value < 0 || value > int64(longest) {
				return errors.New("a sample has an impossible time")
			}
			if sum[i] += value; sum[i] > int64(longest) {
				return fmt.Errorf("its times add up to more than %v", longest)
			}
		}
	}
	return nil
}

// tame removes what pprof would open, match or print: the files of programs, which are where
// only the bot sees them, expressions, comments, and what controls a terminal.
func tame(p *profile.Profile) {
	p.Comments, p.DropFrames, p.KeepFrames, p.DocURL = nil, "", "", ""
	for _, m := range p.Mapping {
		m.File, m.BuildID, m.KernelRelocationSymbol = "", "", ""
		m.HasFunctions = true // so that it doesn't look for them
	}
	for _, f := range p.Function {
		f.Name, f.SystemName, f.Filename = engine.Printable(f.Name), engine.Printable(f.SystemName),
			engine.Printable(f.Filename)
	}
	for _, s := range p.Sample {
		s.Label, s.NumLabel, s.NumUnit = nil, nil, nil
	}
}

// Write writes all profiles as one, for `go tool pprof`.
func (s *Samples) Write(to io.Writer) error {
	if s.merged == nil {
		return errors.New("no CPU profile")
	}
	return s.merged.Write(to)
}

// Count returns how many samples there are, and the CPU time that they stand for.
func (s *Samples) Count() (samples int64, total time.Duration) {
	if s.merged == nil {
		return 0, 0
	}
	for _, sample := range s.merged.Sample {
		samples += sample.Value[countValue]
		total += time.Duration(sample.Value[timeValue])
	}
	return samples, total
}

// Function is what a function took.
type Function struct {
	Name string
	Flat time.Duration // in the function itself
	Cum  time.Duration // with all that it called
}

// Top returns the functions that took most themselves, at most n of them. The most
// expensive comes first.
func (s *Samples) Top(n int) []Function {
	all := s.functions()
	slices.SortFunc(all, func(a, b Function) int {
		return cmp.Or(cmp.Compare(b.Flat, a.Flat), cmp.Compare(b.Cum, a.Cum), cmp.Compare(a.Name, b.Name))
	})
	return all[:min(n, len(all))]
}

// Own returns the functions of the bot's own package that took most with all that they
// called, at most n of them. The most expensive comes first.
func (s *Samples) Own(n int) []Function {
	own := slices.DeleteFunc(s.functions(), func(f Function) bool { return !strings.HasPrefix(f.Name, "main.") })
	slices.SortFunc(own, func(a, b Function) int {
		return cmp.Or(cmp.Compare(b.Cum, a.Cum), cmp.Compare(b.Flat, a.Flat), cmp.Compare(a.Name, b.Name))
	})
	return own[:min(n, len(own))]
}

// functions returns all functions, in no order.
func (s *Samples) functions() []Function {
	if s.merged == nil {
		return nil
	}
	functions := make(map[string]*Function)
	of := func(name string) *Function {
		if functions[name] == nil {
			functions[name] = &Function{Name: name}
		}
		return functions[name]
	}
	for _, sample := range s.merged.Sample {
		spent := time.Duration(sample.Value[timeValue])
		names := stack(sample)
		if len(names) == 0 {
			continue
		}
		of(names[0]).Flat += spent
		for name := range setOf(names) { // a recursive function counts once
			of(name).Cum += spent
		}
	}
	all := make([]Function, 0, len(functions))
	for _, f := range functions {
		all = append(all, *f)
	}
	return all
}

// stack returns the names of the functions of a sample, the innermost first.
func stack(sample *profile.Sample) (names []string) {
	for _, location := range sample.Location {
		for _, line := range location.Line {
			if line.Function != nil {
				names = append(names, line.Function.Name)
			}
		}
	}
	return names
}

func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}
