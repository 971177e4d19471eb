package meter

import (
	"time"

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
