package match

// Kind is what a player was frozen for.
type Kind string

// The kinds of verdict.
const (
	OverCPU         Kind = "cpu"      // used more CPU time than its budget
	Late            Kind = "wall"     // answered too late by the clock
	TooMuchMemory   Kind = "memory"   // used more memory than allowed
	TooMuchOutput   Kind = "output"   // wrote more to standard error than allowed
	Crash           Kind = "crash"    // ended before the match did
	Protocol        Kind = "protocol" // answered what makes no sense
	TooManyCommands Kind = "commands" // gave more commands than allowed
)

// Verdict says why, and in which round, a player was frozen.
type Verdict struct {
	Seat   int
	Round  int // from 0; the match's first round also stands for its start
	Kind   Kind
	Detail string // what happened, as the rest of a sentence about the player
}

// Fault is an error for which a player is frozen.
type Fault struct {
	Kind   Kind
	Detail string
}

func (f *Fault) Error() string { return string(f.Kind) + ": " + f.Detail }
