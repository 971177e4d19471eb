package series

// Keep says of which matches a replay is kept.
type Keep string

// The replays that can be kept.
const (
	KeepAll    Keep = "all"
	KeepFaults Keep = "faults" // of matches with a verdict: to play them again may give none
	KeepLosses Keep = "losses" // of matches that bot 0 has not won
	KeepNone   Keep = "none"
)

// Keeps are all values.
var Keeps = []Keep{KeepAll, KeepFaults, KeepLosses, KeepNone}

func (k Keep) keeps(m Match) bool {
	switch k {
	case KeepAll:
		return true
	case KeepFaults:
		return len(m.Verdicts) > 0
	case KeepLosses:
		return m.lost(0)
	}
	return false
}

// lost reports whether a bot has played and has not won.
func (m Match) lost(bot int) bool {
	played := false
	for seat, number := range m.Seats {
		if number == bot {
			if m.Places[seat] == 1 {
				return false
			}
			played = true
		}
	}
	return played
}

// any reports whether replays may be kept.
func (k Keep) any() bool { return k != KeepNone && k != "" }
