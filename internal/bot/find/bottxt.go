package find

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/plaintext"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/unfit"
)

// botTxtName is the name of the file in which a folder says how its bot is started.
const botTxtName = "bot.txt"

// botTxt is what such a file says. What it does not say is empty.
type botTxt struct {
	build, run []string // commands as words
	game       string
}

// maxBotTxt is the size of the largest bot.txt in bytes. It has three lines.
const maxBotTxt = 64 << 10

// botTxtKeys are all that a line may begin with.
const botTxtKeys = "build, run and game"

// lineError is a mistake in a line of a bot.txt, counted from 1.
type lineError struct {
	line   int
	reason string
}

func (e *lineError) Error() string { return fmt.Sprintf("%s:%d: %s", botTxtName, e.line, e.reason) }

// readBotTxt reads the file, if the folder has one.
func readBotTxt(path string) (about botTxt, err error) {
	text, err := files.ReadFile(path, maxBotTxt)
	switch kind := (files.KindError{}); {
	case errors.Is(err, os.ErrNotExist):
		return about, nil
	case errors.As(err, &kind):
		return about, fmt.Errorf("%s in it is %w", botTxtName, err)
	case err != nil:
		return about, fmt.Errorf("%s: %s", botTxtName, unfit.Reason(err))
	}
	return parseBotTxt(text)
}

// parseBotTxt understands lines of a key and its value. A key is given at most once.
// Empty lines, and lines that begin with #, mean nothing.
func parseBotTxt(text []byte) (botTxt, error) {
	var about botTxt
	if len(text) > maxBotTxt {
		return about, fmt.Errorf("%s: larger than %d KB", botTxtName, maxBotTxt>>10)
	}
	text = plaintext.Of(text)
	if !utf8.Valid(text) || bytes.ContainsRune(text, 0) {
		return about, fmt.Errorf("%s: not text in UTF-8", botTxtName)
	}
	seen := make(map[string]int)
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		key, value := line, ""
		if i := strings.IndexAny(line, " \t"); i >= 0 {
			key, value = line[:i], line[i:]
		}
		if before, twice := seen[key]; twice {
			return about, &lineError{number, safe.Sprintf("%s again, after line %d", key, before)}
		}
		seen[key] = number
		if err := about.set(key, value); err != nil {
			return about, &lineError{number, err.Error()}
		}
	}
	return about, nil
}

func (about *botTxt) set(key, value string) error {
	if !slices.Contains([]string{"build", "run", "game"}, key) {
		return fmt.Errorf("%q is not known; a line begins with one of %s", key, botTxtKeys)
	}
	list, err := build.SplitWords(value)
	switch {
	case err != nil:
		return err
	case len(list) == 0 || list[0] == "":
		return fmt.Errorf("nothing after %s", key)
	case key == "build":
		about.build = list
	case key == "run":
		about.run = list
	case len(list) > 1:
		return fmt.Errorf("a game is one word, and not %q", strings.TrimSpace(value))
	default:
		about.game = list[0]
	}
	return nil
}
