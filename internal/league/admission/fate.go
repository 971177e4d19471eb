package admission

import "github.com/botarena/arena/internal/base/safe"

// HowToSign says how to make a package that a league takes.
const HowToSign = "pack it as a signed package: arena bot pack; ssh-keygen -t ed25519 makes a key to sign with"

// Fate is what has become of a submission.
type Fate struct {
	State  State
	Before int          // how many are checked before it, as long as it waits
	Text   safe.Outside // who joins, or why it was refused
	Hint   safe.Outside // what to do about that
	OnPage safe.Outside // the same for authors without a terminal
	// Lines are the last ones of the bot, or those of the compiler, if it was refused.
	Lines []safe.Outside
	Steps []Step       // of the check, up to now
	Bot   safe.Outside // the name under which it joins
}

// Step is one of the check of a bot.
type Step struct {
	Name safe.Outside
	OK   bool
	Text safe.Outside // the facts, or the fault
}

// State is how far a submission is, if it is one that is known here.
type State = safe.Outside

// States of a submission.
const (
	Waits    State = "waits"
	Checking State = "checking"
	Joins    State = "joins"
	Declined State = "declined"
	Unknown  State = "unknown" // the league was started anew, or it is long ago
)
