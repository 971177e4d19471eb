package engine

// Probe reaches what Game hides. Every game of [Define] implements it, for the
// tests that all games must pass.
type Probe interface {
	// View returns what the player in a seat sees of a match of this game, and
	// empty commands.
	View(m Match, seat int) (view any, commands Commands)
	// Redo decodes the two messages of a match and encodes them again. It fills d
	// as [Match.Digest] does.
	Redo(start, state []byte, d *Digest) (startAgain, stateAgain []byte, err error)
}

func (g *game[S, M, V, C]) View(m Match, seat int) (any, Commands) {
	own := m.(*match[S, M, V, C]) //nolint:forcetypeassert // a mistake in a test
	view := g.rules.View(own.state, own.seats[seat])
	return view, g.rules.Commands(view)
}

func (g *game[S, M, V, C]) Redo(start, state []byte, d *Digest) ([]byte, []byte, error) {
	begun, err := g.rules.DecodeStart(start)
	if err != nil {
		return nil, nil, err
	}
	match, err := g.rules.DecodeState(begun, state)
	if err != nil {
		return nil, nil, err
	}
	d.Reset()
	g.rules.Digest(match, d)
	return g.rules.EncodeStart(match), g.rules.EncodeState(match), nil
}
