package match

// Kind is the reason why a player was frozen.
type Kind string

// The kinds of verdict.
const (
	OverCPU         Kind = "cpu"       // used more CPU time than its budget
	Late            Kind = "wall"      // used more wall-clock time than allowed
	TooMuchMemory   Kind = "memory"    // used more memory than allowed
	TooMuchOutput   Kind = "output"    // wrote more than allowed, or sent more beside its answers
	TooManyThreads  Kind = "threads"   // had more threads or processes than allowed
	Violation       Kind = "violation" // tried what no bot may, such as to open a connection
	Crash           Kind = "crash"     // ended before the match did
	Protocol        Kind = "protocol"  // gave an invalid answer
	TooManyCommands Kind = "commands"  // gave more commands than allowed
)

// Verdict reports that a player was frozen: in which round and why.
type Verdict struct {
	Seat   int
	Round  int // from 0; faults at the start of the match have round 0
	Kind   Kind
	Detail string // what happened, in words that follow the player's name
}

// Fault is an error that gives the reason for a verdict.
type Fault struct {
	Kind   Kind
	Detail string
}

func (f *Fault) Error() string { return string(f.Kind) + ": " + f.Detail }
