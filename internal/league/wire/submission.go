package wire

import (
	"time"

	"github.com/botarena/arena/internal/base/safe"
)

// HowToSign says how to make a package that a league takes.
const HowToSign = "pack it as a signed package: arena bot pack; ssh-keygen -t ed25519 makes a key to sign with"

// Steps of a submission, at the end of the subject.
const (
	StepBegin = "begin" // Announced; the answer has an ID
	StepPart  = "part"  // some bytes of the file, with the headers of a part
	StepFate  = "fate"  // the ID; the answer has a Fate
)

// Headers of a part.
const (
	HeaderUpload = "Arena-Upload" // the ID
	HeaderFrom   = "Arena-From"   // where the part begins, in bytes
)

// Announced is what begins an upload, as JSON.
type Announced struct {
	Size   int64
	SHA256 []byte
}

// Submitted is the answer to each step, as JSON.
type Submitted struct {
	ID      safe.Outside  `json:",omitempty"` // of the upload; secret
	Got     int64         `json:",omitempty"` // bytes
	Whole   bool          `json:",omitempty"`
	Busy    time.Duration `json:",omitempty"` // ask again after this time
	Refused safe.Outside  `json:",omitempty"`
	Fix     safe.Outside  `json:",omitempty"`
	Unknown bool          `json:",omitempty"` // there is no upload of this ID
	Fate    *Fate         `json:",omitempty"`
}

// Fate is what has become of a submission.
type Fate struct {
	State  State
	Before int          `json:",omitempty"` // how many are checked before it, as long as it waits
	Text   safe.Outside `json:",omitempty"` // who joins, or why it was refused
	Hint   safe.Outside `json:",omitempty"` // what to do about that
	OnPage safe.Outside `json:"-"`          // the same for authors without a terminal
	// Lines are the last ones of the bot, or those of the compiler, if it was refused.
	Lines []safe.Outside `json:",omitempty"`

	// What follows is for the page alone.

	Steps []Step       `json:"-"` // of the check, up to now
	Bot   safe.Outside `json:"-"` // the name under which it joins
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
