package starships

// What points come from, as indices of Sources.
const (
	fromHits = iota
	fromBonuses
)

// Sources implements [engine.Earner]. Rules 3.4.
func (m *match) Sources() []string {
	return []string{fromHits: "hits", fromBonuses: "bonuses"}
}

// earn adds points to the score of a player.
func (r *round) earn(player, source, points int) {
	r.scores[player] += points
	r.log.Pay(player, source, points)
}
