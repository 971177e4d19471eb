package executable

import (
	"os"
	"path/filepath"
	"slices"
)

// Linked is a bot that is linked into the arena: the arena's own executable is its program, too.
type Linked struct {
	Name  string
	Games []string // that it plays; nil: any
}

// LinkedWord is the first argument of an arena that is one of its linked bots; the name of the bot is the second.
const LinkedWord = "run-bot"

// Plays reports whether the bot plays a game, of which it has the name.
func (l Linked) Plays(game string) bool { return l.Games == nil || slices.Contains(l.Games, game) }

// Command returns the command that starts the bot. Its path is one that no file can have: below that of the arena
// itself.
func (l Linked) Command() (Command, error) {
	own, err := os.Executable()
	if err != nil {
		return Command{}, err
	}
	return Command{Path: filepath.Join(own, l.Name), Args: []string{own, LinkedWord, l.Name}}, nil
}
