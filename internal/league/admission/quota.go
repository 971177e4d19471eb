package admission

import (
	"context"
	"fmt"
	"time"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/store"
)

// author is whose a package is, and how it came.
type author struct {
	of store.Entrant // the package, or what is known of it
	by Bringer
}

// isFree reports whether quotas do not concern an author: what the organiser brings is the organiser's decision, and
// who brings bots that nobody has signed can write to the inbox, which no quota could keep.
func (a author) isFree() bool { return a.by == ByOrganiser || a.of.Owner() == "" }

// mayHaveMore finds out whether an author may have one more version of a bot.
func (c *Candidate) mayHaveMore(ctx context.Context, a author, name string) error {
	if a.isFree() {
		return nil
	}
	most, err := c.League.Quotas(ctx)
	if err != nil {
		return err
	}
	bots, versions := has(c.League.Entrants, a.of.Owner(), name)
	switch {
	case most.Bots > 0 && bots >= most.Bots:
		return c.sub.refuse(Quota,
			fmt.Sprintf("its author has %s in the league, the most that one author may have", safe.Count(bots, "bot")),
			"submit it as a new version of one of these, under its name, or ask the organiser to remove one")
	case most.Versions > 0 && versions >= most.Versions:
		return c.sub.refuse(Quota,
			fmt.Sprintf("its author has entered %s, the most that one author may enter", safe.Count(versions, "version")),
			"ask the organiser, who can add it all the same")
	}
	return nil
}

// has returns how many bots of other names than this one an author has that play, and how many versions of any.
func has(entrants []store.Entrant, owner, name string) (bots, versions int) {
	for _, e := range entrants {
		if e.Owner() != owner {
			continue
		}
		if versions++; e.Stays() && !store.SameName(e.Name, name) {
			bots++
		}
	}
	return bots, versions
}

// mayUpload finds out whether an author may have one more bot examined today, and counts it.
func (c *Candidate) mayUpload(ctx context.Context, a author) error {
	if a.isFree() {
		return nil
	}
	most, err := c.League.Quotas(ctx)
	if err != nil || most.Uploads == 0 {
		return err
	}
	wait, err := c.League.Store.Upload(ctx, c.League.ID, a.of.Owner(), most.Uploads, c.now())
	if err != nil || wait == 0 {
		return err
	}
	return c.sub.refuse(Quota,
		fmt.Sprintf("its author has submitted %s within a day, the most that one author may",
			safe.Count(most.Uploads, "bot")),
		"submit it again in "+InMinutes(wait))
}

// InMinutes is a time as people say it, rounded up.
func InMinutes(d time.Duration) string {
	minutes := int((d + time.Minute - 1) / time.Minute)
	if minutes < 60 {
		return safe.Count(minutes, "minute")
	}
	return fmt.Sprintf("%d h %d min", minutes/60, minutes%60)
}

// mayPlayBeside finds out whether a bot may play beside those that do. One program plays under one name, whoever has
// signed it: else the first to come would share its matches and its place with its copies. Only the organiser may
// have it otherwise.
func (s Submission) mayPlayBeside(entrants []store.Entrant, e store.Entrant) error {
	if len(entrants) >= archive.MostEntrants {
		return s.refuse(Full, fmt.Sprintf("the league has had %d bots and versions, the most of which there is a table",
			len(entrants)), "begin another league")
	}
	if s.By == ByOrganiser {
		return nil
	}
	for _, other := range entrants {
		if other.Program != e.Program || !other.Stays() || store.SameName(other.Name, e.Name) {
			continue
		}
		why := "this same program plays already, and another author entered it first"
		if other.Owner() == e.Owner() && e.Person != "" {
			why = safe.Sprintf("this same program of yours plays already, as %s", other.Name)
		} else if other.Owner() == e.Owner() && e.Signer != "" {
			why = safe.Sprintf("this same program plays already, as %s, which the same key has signed", other.Name)
		}
		twin := s.refuse(Twin, why, "submit a program of your own: one program plays under one name")
		twin.First = safe.Outside(other.Name)
		return twin
	}
	return nil
}
