package admission

import (
	"path/filepath"
	"time"

	"github.com/botarena/arena/internal/base/late"
)

// Submission is a bot on its way into a league.
type Submission struct {
	Typed string // where it is, as the organiser typed it; else a path in the inbox
	By    Bringer
	Name  string // under which it plays; "" for that which the bot gives itself
	Build bool   // sources are built, also if they came by the inbox
	Rekey bool   // the name belongs to whoever signed it, whoever held it before
	// Person is whose it is: of the link by which it came, or whose name the organiser gives it; "" if that is nobody.
	Person string
	// Came is when it was handed in; zero is now. What the organiser brings is never too late.
	Came  time.Time
	Wrong string // why the inbox takes it for no bot; "" if it may be one
}

// Bringer is who brings a bot.
type Bringer int

// Those who bring bots.
const (
	ByOrganiser Bringer = iota
	ByInbox             // anybody who can write to it
	ByWire              // anybody who has the invitation to submit
)

// ofWire is what a submission from the network is called in the inbox: by a seal, and its person if there is one.
var ofWire = late.Regexp(`^[0-9a-f]{32}(?:\.bot|-([0-9a-f]{16})\.(?:bot|zip))$`)

// bringer tells from its name how a submission came into the inbox, and whose it is, if that is true.
func bringer(name string) (by Bringer, person string) {
	if of := ofWire().FindStringSubmatch(name); of != nil {
		return ByWire, of[1]
	}
	return ByInbox, ""
}

// Called returns what whoever has brought the submission calls it. What came over the network has its name
// here alone.
func (s Submission) Called() string {
	switch s.By {
	case ByInbox:
		return filepath.Base(s.Typed)
	case ByWire:
		return "FILE"
	}
	return s.Typed
}

// isSources reports whether a submission has the files of a bot, from a person, and is no package.
func (s Submission) isSources() bool { return s.Person != "" && filepath.Ext(s.Typed) == sourcesEnding }

// nameOr returns the name under which a submission is to play, or its own.
func (s Submission) nameOr(own string) string {
	if s.Name != "" {
		return s.Name
	}
	return own
}
