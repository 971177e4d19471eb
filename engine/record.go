package engine

import (
	"slices"
	"strings"

	"github.com/botarena/arena/engine/scene"
)

// Recording is a match from the record of an original program.
type Recording struct {
	Names    []string
	Seed     string // as written in the record; "" if it has none
	Legend   scene.Legend
	Scenes   []scene.Scene // before the first round, and after each
	Logs     []scene.Log   // one for each round
	Statuses [][]Status    // by round, then by seat
}

// NewRecording returns the recording of a match with these states, the first before the first
// round. tell logs what happened between two of them, and returns the statuses of the latter.
func NewRecording[M interface {
	Legend() scene.Legend
	Scene() scene.Scene
}](names []string, seed string, states []M, tell func(before, after M, log *scene.Log) []Status) Recording {
	first := states[0]
	r := Recording{Names: names, Seed: seed, Legend: first.Legend(), Scenes: []scene.Scene{first.Scene()}}
	labels := scene.Labels(names)
	for k, after := range states[1:] {
		log := scene.Log{Names: labels}
		r.Statuses = append(r.Statuses, slices.Clone(tell(states[k], after, &log)))
		r.Scenes = append(r.Scenes, after.Scene())
		r.Logs = append(r.Logs, log)
	}
	return r
}

// RecordWriter can be implemented by rules that are a [Recorder], to write matches in
// the form of the original program, too. M is the type of the game's matches.
type RecordWriter[M any] interface {
	// RecordExtension returns what the names of such files end in, such as ".out".
	RecordExtension() string
	// AppendRecordHead appends to text what a record begins with, up to the match before
	// its first round. Names are single words.
	AppendRecordHead(text []byte, seed string, names []string, m M) []byte
	// AppendRecordRound appends the round that led to a match, and the match.
	AppendRecordRound(text []byte, m M) []byte
}

// RecordExtension implements [Game].
func (g *game[S, M, V, C]) RecordExtension() string {
	if writer, ok := g.rules.(RecordWriter[M]); ok {
		return writer.RecordExtension()
	}
	return ""
}

// AppendRecord implements [Match].
func (m *match[S, M, V, C]) AppendRecord(text []byte) []byte {
	writer, ok := m.game.rules.(RecordWriter[M])
	switch {
	case !ok:
		return text
	case m.Round() > 0:
		return writer.AppendRecordRound(text, m.state)
	}
	var names []string
	for _, seat := range m.seats {
		names = append(names, recordName(seat.Name(seat.Me())))
	}
	return writer.AppendRecordHead(text, m.seed, names, m.state)
}

// recordName returns a name as a word, since records are read word by word.
func recordName(name string) string {
	name = strings.Join(strings.Fields(Printable(name)), "_")
	if name == "" {
		return "?" // as in board files
	}
	return name
}
