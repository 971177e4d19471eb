package engine

// Every game that Define makes also has these methods. They give the tests in
// enginetest access to what Game hides.

// View returns what the player in a seat sees of a match of this game, and empty
// commands.
func (g *game[S, M, V, C]) View(m Match, seat int) (any, Commands) {
	own := m.(*match[S, M, V, C]) //nolint:forcetypeassert // a mistake in a test
	view := own.state.View(own.seats[seat])
	return view, g.rules.Commands(view)
}

// Redo decodes the two messages of a match and encodes them again. It fills d as
// [Match.Digest] does.
func (g *game[S, M, V, C]) Redo(start, state []byte, d *Digest) ([]byte, []byte, error) {
	begun, err := g.rules.DecodeStart(start)
	if err != nil {
		return nil, nil, err
	}
	match, err := begun.DecodeState(state)
	if err != nil {
		return nil, nil, err
	}
	d.Reset()
	match.Digest(d)
	return match.EncodeStart(), match.EncodeState(), nil
}
