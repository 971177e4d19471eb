package engine

import "strings"

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
