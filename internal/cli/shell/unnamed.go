package shell

import (
	"path/filepath"

	"github.com/botarena/arena/internal/bot/find"
)

// Folder is where bots are found whose names stand in a file. They are built only if the user has named the
// folder on this command line.
func (f *BotFlags) Folder() find.Folder {
	named := f.namedDir != nil && f.namedDir()
	// An absolute $ARENA_BOTS is a folder of the user's, whatever the current one is.
	own := filepath.IsAbs(f.Dir) && f.Dir == DefaultBotsDir()
	return find.Folder{Finder: f.Finder().InFolder(named), Unnamed: !named && !own}
}
