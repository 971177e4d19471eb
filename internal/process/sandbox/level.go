package sandbox

import (
	"fmt"

	"github.com/botarena/arena/internal/process/sandbox/shim"
)

// Level says how much must be enforced.
type Level string

// The levels.
const (
	// Standard is all that the system can do, and at least that a bot reaches neither the
	// network nor the user's files.
	Standard Level = "standard"
	// Strict is all that there is, or no match.
	Strict Level = "strict"
	// None leaves a bot all the user's rights.
	None Level = "none"
)

// Levels are all levels, the usual one of a system that can confine first.
var Levels = []Level{Standard, Strict, None}

// Usual returns the level for which nobody has to ask on this system.
func Usual() Level {
	if shim.Supported {
		return Standard
	}
	return None
}

// String returns the name of the level.
func (l *Level) String() string { return string(*l) }

// Set sets the level by its name.
func (l *Level) Set(name string) error {
	for _, level := range Levels {
		if string(level) == name {
			*l = level
			return nil
		}
	}
	return fmt.Errorf("%q is neither standard, strict nor none", name)
}
