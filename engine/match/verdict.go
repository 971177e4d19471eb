package match

import "iter"

// Kind is the reason why a player was frozen. [Kinds] has all of them.
type Kind string

// The kinds of verdict.
const (
	OverCPU         Kind = "cpu"       // used more CPU time than its budget
	Late            Kind = "wall"      // used more wall-clock time than allowed
	TooMuchMemory   Kind = "memory"    // used more memory than allowed
	TooManyThreads  Kind = "threads"   // had more threads or processes than allowed
	Violation       Kind = "violation" // tried what no bot may, such as to open a connection
	TooMuchOutput   Kind = "output"    // wrote more than allowed, or sent more beside its answers
	Crash           Kind = "crash"     // ended before the match did
	Protocol        Kind = "protocol"  // gave an invalid answer
	TooManyCommands Kind = "commands"  // gave more commands than allowed
)

// About says what holds for all verdicts of a kind.
type About struct {
	Words   string // what a page says, such as "too late"
	Machine bool   // a slow or small machine may be to blame: on another one the player may not be frozen
}

// kinds is the one table of kinds. The types of the pages are made of it; tests name what else a new one lacks.
var kinds = []struct {
	kind  Kind
	about About
}{
	{OverCPU, About{"too much CPU time", true}},
	{Late, About{"too late", true}},
	{TooMuchMemory, About{"too much memory", true}},
	{TooManyThreads, About{"too many threads", true}},
	{Violation, About{"tried what no bot may", false}},
	{TooMuchOutput, About{"too much output", false}},
	{Crash, About{"crashed", false}},
	{Protocol, About{"answer made no sense", false}},
	{TooManyCommands, About{"too many commands", false}},
}

// Kinds yields all kinds of verdict.
func Kinds() iter.Seq2[Kind, About] {
	return func(yield func(Kind, About) bool) {
		for _, k := range kinds {
			if !yield(k.kind, k.about) {
				return
			}
		}
	}
}

// About returns what holds for a kind; known is false if there is no such kind.
func (k Kind) About() (about About, known bool) {
	for _, is := range kinds {
		if is.kind == k {
			return is.about, true
		}
	}
	return About{}, false
}

// Verdict reports that a player was frozen: in which round and why.
type Verdict struct {
	Seat   int    `json:"seat"`
	Round  int    `json:"round"` // from 0; faults at the start of the match have round 0
	Kind   Kind   `json:"kind"`
	Detail string `json:"detail"` // what happened, in words that follow the player's name
}

// Fault is an error that gives the reason for a verdict.
type Fault struct {
	Kind   Kind
	Detail string
}

func (f *Fault) Error() string { return string(f.Kind) + ": " + f.Detail }
