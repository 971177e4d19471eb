package meter

import (
	"strconv"
	"strings"
	"time"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/process/lineproto"
	"github.com/botarena/arena/internal/process/sandbox"
)

// Limits are the resources that a bot may use. Zero means no limit.
type Limits struct {
	// CPU is the CPU time that a bot may use in each round, summed over all its
	// threads. A longer round draws on Bank, which lasts for the whole match.
	// StartCPU is added to the budget of the first answer.
	CPU, Bank, StartCPU time.Duration
	// Wall is the wall-clock time that an answer may take. A later one draws on
	// WallBank, which lasts for the whole match. What a bot waits for a processor does
	// not count.
	Wall, WallBank time.Duration
	// Start is the wall-clock time that a process may take to start and describe
	// itself.
	Start time.Duration
	// End is the wall-clock time that a bot may take to leave a match that is
	// over.
	End time.Duration
	// Shown is how many bytes of a bot's output are shown in a match. The rest is
	// dropped, with a note.
	Shown int
	// Output is how many bytes a bot may write in a match before it is killed.
	Output int
	// Memory is how many bytes of memory a bot may have. On Linux it holds only in a sandbox.
	Memory int64
}

// DefaultLimits returns the limits of a match for which none are given. The limit
// on wall-clock time is far above that on CPU time: it is there to stop bots that
// sleep, not slow ones, since elapsed time depends on the load of the machine.
func DefaultLimits() Limits {
	told := lineproto.UsuallyTold()
	return Limits{
		CPU:      told.CPU,
		Bank:     told.Bank,
		StartCPU: told.StartCPU,
		Wall:     told.Wall,
		WallBank: told.WallBank,
		Start:    10 * time.Second,
		End:      time.Second,
		Shown:    1 << 20,
		Output:   lineproto.MostOutput,
		Memory:   sandbox.DefaultLimits().Memory,
	}
}

// Told returns what bots are told of the limits.
func (l Limits) Told() lineproto.Told {
	return lineproto.Told{CPU: l.CPU, Bank: l.Bank, StartCPU: l.StartCPU, Wall: l.Wall, WallBank: l.WallBank}
}

// Forever stands for no limit.
const Forever = 100 * 365 * 24 * time.Hour

// OrForever returns a limit, or [Forever] if it is none.
func OrForever(d time.Duration) time.Duration {
	if d == 0 {
		return Forever
	}
	return d
}

// namedLimit is a limit that a result may depend on.
type namedLimit struct {
	name       string
	zeroIsNone bool // 0 is no limit, and not the tightest one
	get        func(*Limits) int64
	set        func(*Limits, int64)
}

// namedLimits are all such limits. Stores have their text: [ReadLimits] must read what has no new one yet.
var namedLimits = []namedLimit{
	durationLimit("cpu", true, func(l *Limits) *time.Duration { return &l.CPU }),
	durationLimit("bank", false, func(l *Limits) *time.Duration { return &l.Bank }),
	durationLimit("start", false, func(l *Limits) *time.Duration { return &l.StartCPU }),
	durationLimit("wall", true, func(l *Limits) *time.Duration { return &l.Wall }),
	durationLimit("wall-bank", false, func(l *Limits) *time.Duration { return &l.WallBank }),
	{"output", true, func(l *Limits) int64 { return int64(l.Output) }, func(l *Limits, n int64) { l.Output = int(n) }},
	{"mem", true, func(l *Limits) int64 { return l.Memory }, func(l *Limits, n int64) { l.Memory = n }},
}

func durationLimit(name string, zeroIsNone bool, of func(*Limits) *time.Duration) namedLimit {
	return namedLimit{
		name, zeroIsNone,
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

// Claimed are limits that nobody has typed here: a file has them, or somebody else's machine. Nothing is played
// with them before they were compared with the typed ones; see [Claimed.Within].
type Claimed struct{ limits Limits }

// ReadLimits reads what [Limits.Text] wrote. All other limits are the usual ones.
func ReadLimits(text string) (Claimed, error) {
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
		return Claimed{}, safe.Errorf("limits that this arena does not know: %s", text)
	}
	return Claimed{limits}, nil
}

// Bounds are how loose limits may be that nobody has typed. The zero value are the usual limits.
type Bounds struct {
	most      *Limits // nil: the usual ones
	any, none bool
}

// AtMost are bounds that were typed.
func AtMost(l Limits) Bounds { return Bounds{most: &l} }

// AnyLimits are for a user who has typed that limits hold as they are stored. With none, there may be none at all.
func AnyLimits(none bool) Bounds { return Bounds{any: true, none: none} }

// LooseError reports limits that are looser than they may be.
type LooseError struct {
	Looser []string // the names of the limits, such as "cpu"
	None   []string // of these, those that are no limit at all
}

func (e *LooseError) Error() string {
	if len(e.None) > 0 {
		return "no limit on " + strings.Join(e.None, ", ")
	}
	return "looser limits than allowed: " + strings.Join(e.Looser, ", ")
}

// Within returns the limits. The error is a *[LooseError] if some are looser than the bounds.
func (c Claimed) Within(b Bounds) (Limits, error) {
	if err := c.looser(b); err != nil {
		return Limits{}, err
	}
	return c.limits, nil
}

// LooserThan returns a *[LooseError] if some of the limits are looser than others that somebody claims.
func (c Claimed) LooserThan(most Claimed) error { return c.looser(AtMost(most.limits)) }

func (c Claimed) looser(b Bounds) error {
	most, loose := DefaultLimits(), &LooseError{}
	if b.most != nil {
		most = *b.most
	}
	for _, limit := range namedLimits {
		is := limit.get(&c.limits)
		none := limit.zeroIsNone && is == 0 && !b.none
		if none {
			loose.None = append(loose.None, limit.name)
		}
		if none || is > limit.get(&most) && !b.any {
			loose.Looser = append(loose.Looser, limit.name)
		}
	}
	if loose.Looser == nil {
		return nil
	}
	return loose
}

// Told returns what bots are told of the limits.
func (c Claimed) Told() lineproto.Told { return c.limits.Told() }

// Memory returns the limit on memory, in bytes, as replays have it.
func (c Claimed) Memory() int64 { return c.limits.Memory }
