package sandbox

import "github.com/botarena/arena/internal/base/hint"

// StrangersRule says in a sentence, of two lines, what holds for the programs of strangers on every system.
const StrangersRule = `Where nothing confines bots, a stranger's program plays only if --sandbox none is typed;
a .wasm file plays, as it is confined everywhere.`

// Origin is what decides whether a program may be started where nothing confines it.
type Origin struct {
	Stranger bool // somebody else has made it, or may have
	Unnamed  bool // a file names it, and the user does not
	Module   bool // it is WebAssembly, which its runner confines
}

// Terms are on which terms programs are started. The zero value is one of a sandbox.
type Terms struct {
	Level Level
	Asked bool // the user has typed the level
}

// RefusedError reports a program that is not started, as nothing would confine it.
type RefusedError struct{ hint.HintedError }

func refuse(why, fix string) error { return &RefusedError{*hint.New("", why, fix)} }

// MayStart returns an error unless a program may be started on these terms. A user's own programs
// may, everywhere; what others have made needs a sandbox, or the user's word that it needs none.
func (t Terms) MayStart(o Origin) error {
	switch {
	case t.Level != None || t.Asked || o.Module:
		return nil
	case o.Unnamed:
		return refuse(
			"nothing would confine it, and you have not named it", "name it, or the folder that it is in: --bots DIR",
		)
	case o.Stranger:
		return refuse(
			"a stranger has made it, and nothing would confine it",
			"a .wasm file is confined on every system; with --sandbox none, this one could do all that its user can",
		)
	}
	return nil
}
