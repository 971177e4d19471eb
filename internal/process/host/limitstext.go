package host

import (
	"strconv"
	"strings"
	"time"

	"github.com/botarena/arena/internal/base/safe"
)

// namedLimit is a limit that a result may depend on.
type namedLimit struct {
	name string
	get  func(*Limits) int64
	set  func(*Limits, int64)
}

// namedLimits are all such limits.
var namedLimits = []namedLimit{
	durationLimit("cpu", func(l *Limits) *time.Duration { return &l.CPU }),
	durationLimit("bank", func(l *Limits) *time.Duration { return &l.Bank }),
	durationLimit("start", func(l *Limits) *time.Duration { return &l.StartCPU }),
	durationLimit("wall", func(l *Limits) *time.Duration { return &l.Wall }),
	durationLimit("wall-bank", func(l *Limits) *time.Duration { return &l.WallBank }),
	{"output", func(l *Limits) int64 { return int64(l.Output) }, func(l *Limits, n int64) { l.Output = int(n) }},
	{"mem", func(l *Limits) int64 { return l.Memory }, func(l *Limits, n int64) { l.Memory = n }},
}

func durationLimit(name string, of func(*Limits) *time.Duration) namedLimit {
	return namedLimit{
		name,
		func(l *Limits) int64 { return int64(*of(l)) },
		func(l *Limits, n int64) { *of(l) = time.Duration(n) },
	}
}

// Text names all limits that a result may depend on, in a line that is the same for the same
// limits. [ReadLimits] reads it.
func (l Limits) Text() string {
	parts := make([]string, len(namedLimits))
	for i, limit := range namedLimits {
		parts[i] = limit.name + "=" + strconv.FormatInt(limit.get(&l), 10)
	}
	return strings.Join(parts, " ")
}

// ReadLimits reads what [Limits.Text] wrote. All other limits are the usual ones.
func ReadLimits(text string) (Limits, error) {
	limits := DefaultLimits()
	parts := strings.Split(text, " ")
	for i, limit := range namedLimits {
		if i >= len(parts) {
			break // the text comes out different, which is told below
		}
		_, number, _ := strings.Cut(parts[i], "=")
		if n, err := strconv.ParseInt(number, 10, 64); err == nil && n >= 0 {
			limit.set(&limits, n)
		}
	}
	if limits.Text() != text {
		return Limits{}, safe.Errorf("limits that this arena does not know: %s", text)
	}
	return limits, nil
}
