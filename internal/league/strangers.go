package league

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/bot/find"
)

// strangersMark lies beside the copy of a bot that a stranger has made. An organiser on a system
// without a sandbox must allow it each time that the league is served, and not only when it joined.
const strangersMark = ".stranger"

// Mark notes whether a bot that was brought into a league is that of a stranger. A program
// that the organiser has brought is none, even if a stranger has brought the same before.
func Mark(bot find.Bot, strangers bool) error {
	mark := markOf(bot)
	if strangers {
		return files.Replace(mark, 0o644, strings.NewReader("")) // not what a link leads to
	}
	if err := os.Remove(mark); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// IsStrangers reports whether a bot of a league is marked as that of a stranger.
func IsStrangers(bot find.Bot) bool { return files.Exists(markOf(bot)) }

func markOf(bot find.Bot) string { return filepath.Join(filepath.Dir(bot.Command.Path), strangersMark) }
