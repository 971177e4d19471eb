package archive

import (
	"fmt"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
)

// differs says in what a result differs from one in the store, or "".
func differs(stored, now match.Result) string {
	if stored.Rounds != now.Rounds {
		return fmt.Sprintf("%d rounds, not %d", now.Rounds, stored.Rounds)
	}
	for seat := range stored.Scores {
		verdict, before := VerdictText(now.Verdict(seat)), VerdictText(stored.Verdict(seat))
		switch {
		case stored.Scores[seat] != now.Scores[seat]:
			return fmt.Sprintf("seat %d has score %d, not %d", seat, now.Scores[seat], stored.Scores[seat])
		case stored.Places[seat] != now.Places[seat]:
			return fmt.Sprintf("seat %d has place %d, not %d", seat, now.Places[seat], stored.Places[seat])
		case verdict != before:
			return fmt.Sprintf("seat %d has %s, not %s", seat, verdict, before)
		}
	}
	return ""
}

// VerdictText names a verdict, which may be none.
func VerdictText(v *match.Verdict) string {
	if v == nil {
		return "no verdict"
	}
	return safe.Sprintf("%s in round %d", string(v.Kind), v.Round)
}
