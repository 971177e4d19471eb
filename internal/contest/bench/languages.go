package bench

import (
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/internal/bot/sdks"
)

// bots are those of the languages; GAME and WORDS stand for the game and what its units can be told.
//
//go:embed bots
var bots embed.FS

// Language is a language other than Go with a bot for the benchmarks. It gives
// every unit a random command, with the SDK for that language.
type Language struct{ Name, file string }

// Languages are all of them.
func Languages() []Language {
	return []Language{{"C++", "bot.cc"}, {"Python", "bot.py"}, {"JavaScript", "bot.mjs"}}
}

// Write writes the bot for a game to a folder, and returns the path of its file. It fails
// if the game's commands are not a number and a word each.
func (l Language) Write(folder string, game engine.Info) (string, error) {
	schema, err := lines.Of(game)
	if err != nil {
		return "", err
	}
	words := schema.Words()
	if len(words) != 2 || words[0] != nil || words[1] == nil {
		return "", errors.New("its commands are not units with a word each")
	}
	quoted := make([]string, len(words[1]))
	for i, w := range words[1] {
		quoted[i] = fmt.Sprintf("%q", w)
	}
	bot, err := bots.ReadFile("bots/" + l.file + ".tmpl")
	if err != nil {
		return "", err
	}
	list := strings.Join(quoted, ", ")
	text := strings.NewReplacer("[WORDS]", "["+list+"]", "GAME", game.Name).Replace(string(bot))
	if err := writeAll(folder, sdks.All().Beside("js", game.Name)); err != nil {
		return "", err
	}
	path := filepath.Join(folder, l.file)
	return path, os.WriteFile(path, []byte(text), 0o600)
}

func writeAll(folder string, files map[string][]byte) error {
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			return err
		}
	}
	return nil
}
