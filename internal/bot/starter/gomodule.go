package starter

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/sdks"
)

// goModule returns the files that make the folder of a bot in Go a module which needs no other folder. There are none
// if it is in a module already that knows the arena.
func goModule(dir string, f facts) (map[string][]byte, error) {
	_, in, known, err := moduleAbove(filepath.Dir(dir))
	if err != nil {
		return nil, err
	}
	switch ours := sdks.HasGo(f.Package); {
	case known && (strings.HasPrefix(f.Package, sdks.GoModule+"/") || strings.HasPrefix(f.Package+"/", in+"/")):
		return nil, nil
	case !ours:
		return nil, hint.New(f.Game, "its bots in Go are in the module of the game, "+f.Package,
			"begin the bot in the folder of that module; --lang sh makes a bot anywhere")
	}
	return sdks.GoBeside(build.ModuleName(dir), f.Package)
}

// Clone returns the folder of the arena's source that a folder is in, or "".
func Clone(folder string) string {
	at, module, _, err := moduleAbove(folder)
	if err != nil || module != sdks.GoModule {
		return ""
	}
	return at
}

// moduleAbove returns the module that a folder is in and where that begins, or "", and whether it is the arena's or
// requires it.
func moduleAbove(folder string) (at, module string, knowsArena bool, err error) {
	const mostText = 1 << 20
	for {
		text, err := files.ReadFile(filepath.Join(folder, "go.mod"), mostText)
		if above := filepath.Dir(folder); errors.Is(err, fs.ErrNotExist) && above != folder {
			folder = above
			continue
		}
		if errors.Is(err, fs.ErrNotExist) {
			return "", "", false, nil
		}
		if err != nil {
			return "", "", false, err
		}
		of, err := modfile.ParseLax(filepath.Join(folder, "go.mod"), text, nil)
		if err != nil || of.Module == nil {
			return "", "", false, err
		}
		for _, r := range of.Require {
			knowsArena = knowsArena || r.Mod.Path == sdks.GoModule
		}
		return folder, of.Module.Mod.Path, knowsArena || of.Module.Mod.Path == sdks.GoModule, nil
	}
}
