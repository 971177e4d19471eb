package archive

import (
	"fmt"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/store"
	"github.com/botarena/arena/internal/words"
)

// differs says in what a result differs from one in the store, or "".
func differs(stored store.Result, now match.Result) string {
	if stored.Rounds != now.Rounds {
		return fmt.Sprintf("%d rounds, not %d", now.Rounds, stored.Rounds)
	}
	for seat, was := range stored.Seats {
		verdict, before := verdictNow(now.Verdict(seat)), VerdictText(was.Verdict)
		switch {
		case was.Score != now.Scores[seat]:
			return fmt.Sprintf("seat %d has score %d, not %d", seat, now.Scores[seat], was.Score)
		case was.Place != now.Places[seat]:
			return fmt.Sprintf("seat %d has place %d, not %d", seat, now.Places[seat], was.Place)
		case verdict != before:
			return fmt.Sprintf("seat %d has %s, not %s", seat, verdict, before)
		}
	}
	return ""
}

func verdictNow(v *match.Verdict) string {
	if v == nil {
		return "no verdict"
	}
	return verdictText(v.Kind, v.Round)
}

// VerdictText names a verdict of a store, which may be none.
func VerdictText(v *store.Verdict) string {
	if v == nil {
		return "no verdict"
	}
	return verdictText(v.Kind, v.Round)
}

func verdictText(kind match.Kind, round int) string {
	return fmt.Sprintf("%s in round %d", words.Name(string(kind)), round)
}
