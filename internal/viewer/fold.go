package viewer

import "encoding/json"

// foldedJSON is a match with its rounds folded: field by field, each a list with
// an entry for every round, null for none. A tenth is saved when it is packed, as
// what is alike then lies together. The page's model/fold.ts unfolds it.
func foldedJSON(m Match) []byte {
	folded := make(map[string][]json.RawMessage)
	for i, r := range m.Played {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(mustJSON(r), &fields); err != nil {
			panic(err) // we wrote it
		}
		for name, value := range fields {
			if folded[name] == nil {
				folded[name] = make([]json.RawMessage, len(m.Played))
			}
			folded[name][i] = value
		}
	}
	m.Played = []Round{}
	return mustJSON(struct {
		Match
		Folded map[string][]json.RawMessage `json:"folded"`
	}{m, folded})
}
