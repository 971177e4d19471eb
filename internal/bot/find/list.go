package find

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/unfit"
)

// List returns the names in the bots folder, sorted, for [Finder.Find]. It leaves out
// hidden files, but includes files that aren't bots.
func (f Finder) List() ([]string, error) {
	entries, err := os.ReadDir(f.Dir)
	if err != nil {
		return nil, Unfit(
			f.Dir, unfit.Reason(err), "name the bots folder with --bots, or make one: "+safe.Shell("mkdir", f.Dir),
		)
	}
	var names []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// ListAll returns the same names, but instead of a folder with several player files of the
// original programs, those files: each is a bot.
func (f Finder) ListAll() ([]string, error) {
	names, err := f.List()
	var all []string
	for _, name := range names {
		players := f.players(name, 2) // a folder for each game, in one for all
		if len(players) == 0 {
			players = []string{name}
		}
		all = append(all, players...)
	}
	return all, err
}

// players returns the player files in a folder that is not a bot itself, or in folders within
// it, so many levels deep.
func (f Finder) players(name string, levels int) (found []string) {
	t := target{typed: name, path: filepath.Join(f.Dir, name), shown: name, folder: true}
	if levels == 0 || !isFolder(t.path) || exists(filepath.Join(t.path, botTxtName)) {
		return nil
	}
	in, err := t.look()
	if err != nil || len(in.names) > 1 {
		return nil
	}
	for _, file := range in.sources {
		if _, is := t.source().Player(t.path, file); is {
			found = append(found, filepath.Join(name, file))
		}
	}
	if len(in.names) == 1 {
		if len(found) == 1 { // the folder is a bot
			return nil
		}
		return found
	}
	entries, _ := os.ReadDir(t.path)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			found = append(found, f.players(filepath.Join(name, e.Name()), levels-1)...)
		}
	}
	return found
}
