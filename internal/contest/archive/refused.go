package archive

import "github.com/botarena/arena/internal/process/sandbox"

// Reason is why a match is not played again.
type Reason int

// The reasons.
const (
	OtherRules   Reason = iota // this arena has another version of the rules
	OtherSandbox               // the user has asked for another level than that at which it was played
	Unconfined                 // it was played without a sandbox, which the user must ask for
	LooseLimits                // it was played with looser limits than the usual ones, which the user must ask for
	NotFound                   // a program is not where it may be looked for
	Changed                    // the program found is not the one that played
)

// RefusedError reports that a match is not played again, as it would not be the same match, or as the user has not
// asked for what a store asks for.
type RefusedError struct {
	Reason Reason
	Level  sandbox.Level // at which it was played, of OtherSandbox
	Err    error
}

func (e *RefusedError) Error() string { return e.Err.Error() }

func (e *RefusedError) Unwrap() error { return e.Err }
