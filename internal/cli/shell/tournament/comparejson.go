package tournament

import (
	"encoding/hex"

	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/schedule"

	"github.com/botarena/arena/internal/cli/shell"
)

// CompareJSON is what arena compare prints with --json.
type CompareJSON struct {
	Game     string                `json:"game"`
	Random   string                `json:"random"`
	Settings map[string]int        `json:"settings"`
	Seed     uint64                `json:"first_seed"`
	By       string                `json:"by"`
	Margin   float64               `json:"margin"`
	New      playerJSON            `json:"new"`
	Old      playerJSON            `json:"old"`
	Field    []playerJSON          `json:"field"`
	Matches  int                   `json:"matches"` // in whole groups
	Answer   string                `json:"answer"`
	Verdict  string                `json:"verdict"` // the answer, as scripts of older arenas read it
	Sentence string                `json:"sentence"`
	Needed   float64               `json:"needed"` // of the evidence
	Course   []comparison.Evidence `json:"course"` // after each group
	Groups   []groupJSON           `json:"groups"`
}

// playerJSON is who plays.
type playerJSON struct {
	Name    string `json:"name"`
	Path    string `json:"path"`
	Version string `json:"version"`
	SHA256  string `json:"sha256"`
}

func newPlayerJSON(e lineup.Entrant) playerJSON {
	return playerJSON{e.Name, e.Bot.Command.Path, e.Version, hex.EncodeToString(e.Bot.SHA256[:])}
}

type groupJSON struct {
	Seed   uint64  `json:"seed"`
	Result float64 `json:"result"`
	Again  string  `json:"again"`
}

// JSON returns the output of --json.
func (f *Findings) JSON() CompareJSON {
	all := CompareJSON{
		Game: f.Setup.Game().Info().Name, Random: string(f.Random), Settings: shell.SettingsOf(f.Setup), Seed: f.First,
		By: string(f.By), Margin: f.Margin, Field: []playerJSON{}, Matches: f.Matches,
		Answer: f.Says().String(), Verdict: f.Says().String(), Needed: comparison.Needed(),
		Course: append([]comparison.Evidence{}, f.Course...), Groups: []groupJSON{},
	}
	if len(f.Groups) > 0 {
		all.Sentence = f.sentence()
	}
	for i, one := range f.Bots {
		p := newPlayerJSON(one)
		switch i {
		case schedule.New:
			all.New = p
		case schedule.Old:
			all.Old = p
		default:
			all.Field = append(all.Field, p)
		}
	}
	for _, g := range f.Groups {
		all.Groups = append(all.Groups, groupJSON{g.First.Seed, g.Result, f.Again(g.First)})
	}
	return all
}
