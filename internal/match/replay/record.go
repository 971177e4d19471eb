package replay

import "fmt"

// Record returns the match as the game's original program would have recorded it, in at most so many bytes and
// what a round has: a small replay can have ten thousand rounds on the largest board.
func (r *Replay) Record(most int) ([]byte, error) {
	if err := r.Verify(); err != nil {
		return nil, err
	}
	m, err := r.Begin()
	if err != nil {
		return nil, err
	}
	text := m.AppendRecord(nil)
	for _, round := range r.Rounds {
		if len(text) > most {
			return nil, fmt.Errorf("the record would be larger than %d MB", most>>20)
		}
		m.Step(round.Turns)
		text = m.AppendRecord(text)
	}
	return text, nil
}
