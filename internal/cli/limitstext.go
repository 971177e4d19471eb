package cli

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/botarena/arena/internal/host"
	"github.com/botarena/arena/internal/words"
)

// namedLimit is a limit that a result may depend on.
type namedLimit struct {
	name string
	get  func(*host.Limits) int64
	set  func(*host.Limits, int64)
}

// namedLimits are all such limits.
var namedLimits = []namedLimit{
	durationLimit("cpu", func(l *host.Limits) *time.Duration { return &l.CPU }),
	durationLimit("bank", func(l *host.Limits) *time.Duration { return &l.Bank }),
	durationLimit("start", func(l *host.Limits) *time.Duration { return &l.StartCPU }),
	durationLimit("wall", func(l *host.Limits) *time.Duration { return &l.Wall }),
	durationLimit("wall-bank", func(l *host.Limits) *time.Duration { return &l.WallBank }),
	{"output", func(l *host.Limits) int64 { return int64(l.Output) }, func(l *host.Limits, n int64) { l.Output = int(n) }},
	{"mem", func(l *host.Limits) int64 { return l.Memory }, func(l *host.Limits, n int64) { l.Memory = n }},
}

func durationLimit(name string, of func(*host.Limits) *time.Duration) namedLimit {
	return namedLimit{
		name,
		func(l *host.Limits) int64 { return int64(*of(l)) },
		func(l *host.Limits, n int64) { *of(l) = time.Duration(n) },
	}
}

// limitsText names all limits that a result may depend on.
func limitsText(l host.Limits) string {
	parts := make([]string, len(namedLimits))
	for i, limit := range namedLimits {
		parts[i] = limit.name + "=" + strconv.FormatInt(limit.get(&l), 10)
	}
	return strings.Join(parts, " ")
}

// readLimits reads what limitsText wrote. All other limits are the usual ones.
func readLimits(text string) (host.Limits, error) {
	limits := host.DefaultLimits()
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
	if limitsText(limits) != text {
		return host.Limits{}, fmt.Errorf("limits that this arena does not know: %s", words.Name(text))
	}
	return limits, nil
}
