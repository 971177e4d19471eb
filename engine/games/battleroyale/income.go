package battleroyale

// What points come from, as indices of Sources.
const (
	fromSteps = iota
	fromOverpainting
	fromConversions
	lost
)

// Sources implements [engine.Earner]. A farmer that changes sides paints the tile where it
// appears. Rules 11.
func (m *match) Sources() []string {
	return []string{
		fromSteps: "new tiles", fromOverpainting: "painted over", fromConversions: "converted farmers", lost: "lost tiles",
	}
}

// paint gives a tile to a player. Rules 8, 11.
func (r *round) paint(p Pos, player, source int) {
	owner := int(r.colours.At(p))
	switch {
	case owner == player:
		return
	case owner >= 0:
		r.scores[owner]--
		r.log.Pay(owner, lost, -1)
		if source == fromSteps {
			source = fromOverpainting
		}
	}
	r.scores[player]++
	r.log.Pay(player, source, 1)
	r.colours.Set(p, int8(player))
}
