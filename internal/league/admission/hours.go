package admission

import (
	"context"
	"time"
)

// TimeFormat writes when a league opens or closes, with the zone, as authors may live in another one.
const TimeFormat = "Mon 2006-01-02 15:04 -0700"

// late finds out whether a submission came while the league takes bots, and returns how long after the deadline.
func (c *Candidate) late(ctx context.Context) (time.Duration, error) {
	if c.sub.By == ByOrganiser {
		return 0, nil
	}
	h, err := c.League.Store.Hours(ctx, c.League.ID)
	if err != nil {
		return 0, err
	}
	late := c.sub.Came.Sub(h.Deadline)
	switch {
	case c.sub.Came.Before(h.Opens):
		return 0, c.sub.refuse(Closed, "the league takes no bots before "+h.Opens.Format(TimeFormat), "submit it again then")
	case h.Deadline.IsZero() || late <= 0:
		return 0, nil
	case late > h.Late:
		return 0, c.sub.refuse(Closed, "the deadline was "+h.Deadline.Format(TimeFormat),
			"ask the organiser, who can add it all the same")
	}
	return late, nil
}
