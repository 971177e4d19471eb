package dummy

import "slices"

// habits are what we learn from how orks move. Orks that never move, or have stopped,
// are less to be feared. An ork of ours that waits for nothing had better starve: it is
// reborn with full health, and perhaps on a better shore.
type habits struct {
	was   []int  // by unit: where it stood in the round before
	still []int  // by unit: for how many rounds it has stood there
	tired []bool // by unit: whether it is to starve
	awake []bool // by player: whether any ork of it has ever moved
}

// waiting is for how many rounds an ork of ours may stand outside all areas.
const waiting = 8

// learn compares the orks with the round before.
func (h *habits) learn(t *turn) {
	if h.was == nil {
		h.was = slices.Clone(t.at)
		h.still = make([]int, len(t.units))
		h.tired = make([]bool, len(t.units))
		h.awake = make([]bool, t.players)
	}
	for id, c := range t.at {
		reborn := t.units[id].Health == t.health
		h.still[id]++
		if c != h.was[id] {
			h.still[id] = 0
			if !reborn {
				h.awake[t.units[id].Owner] = true
			}
		}
		waits := h.still[id] >= waiting && t.areaAt[c] == none
		h.tired[id] = !reborn && (h.tired[id] || waits)
	}
	copy(h.was, t.at)
}
