package resultpage

import (
	"io"
	"time"
)

// Challenge is some matches that somebody has asked for.
type Challenge struct {
	Number int64
	Asked  time.Time
	Bots   string
	State  string
}

// challengesPage lists challenges.
type challengesPage struct {
	parts
	heading

	Rows []Challenge
}

// Name is what the page is called.
func (c *challengesPage) Name() string { return c.Heading + ": " + c.Title }

// WriteChallenges writes the list of challenges for a server.
func WriteChallenges(w io.Writer, p Page, list []Challenge) error {
	c := challengesPage{parts: p.frame(), heading: heading{"Challenges", "./", "challenges"}, Rows: list}
	return page().ExecuteTemplate(w, "challenges", &c)
}
