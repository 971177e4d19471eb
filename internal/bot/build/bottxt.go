package build

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/plaintext"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/unfit"
)

// BotTxtName is the name of the file in which a folder says how its bot is started.
const BotTxtName = "bot.txt"

// BotTxt is what such a file says. What it does not say is empty.
type BotTxt struct {
	Build, Run []string // commands as words
	Game       string
}

// maxBotTxt is the size of the largest bot.txt in bytes. It has three lines.
const maxBotTxt = 64 << 10

// BotTxt reads the file, if the folder has one.
func (t Source) BotTxt() (about BotTxt, err error) {
	text, err := files.ReadFile(filepath.Join(t.Path, BotTxtName), maxBotTxt)
	switch kind := (files.KindError{}); {
	case errors.Is(err, os.ErrNotExist):
		return about, nil
	case errors.As(err, &kind):
		err = fmt.Errorf("%s in it is %w", BotTxtName, err)
	case err != nil:
		err = fmt.Errorf("%s: %s", BotTxtName, unfit.Reason(err))
	default:
		about, err = ParseBotTxt(text)
	}
	if err != nil {
		err = unfit.New(t.Typed, err.Error(), "its lines are: build COMMAND, run COMMAND, game NAME; each may be left out")
	}
	return about, err
}

// ParseBotTxt understands lines of a key and its value. A key is given at most once.
// Empty lines, and lines that begin with #, mean nothing.
func ParseBotTxt(text []byte) (BotTxt, error) {
	var about BotTxt
	if len(text) > maxBotTxt {
		return about, fmt.Errorf("%s: larger than %d KB", BotTxtName, maxBotTxt>>10)
	}
	text = plaintext.Of(text)
	if !utf8.Valid(text) || bytes.ContainsRune(text, 0) {
		return about, fmt.Errorf("%s: not text in UTF-8", BotTxtName)
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
		err := about.set(key, value)
		if before, twice := seen[key]; twice {
			err = errors.New(safe.Sprintf("%s again, after line %d", key, before))
		}
		if err != nil {
			return about, fmt.Errorf("%s:%d: %w", BotTxtName, number, err)
		}
		seen[key] = number
	}
	return about, nil
}

func (about *BotTxt) set(key, value string) error {
	if !slices.Contains([]string{"build", "run", "game"}, key) {
		return fmt.Errorf("%q is not known; a line begins with one of build, run and game", key)
	}
	list, err := splitWords(value)
	switch {
	case err != nil:
		return err
	case len(list) == 0 || list[0] == "":
		return fmt.Errorf("nothing after %s", key)
	case key == "build":
		about.Build = list
	case key == "run":
		about.Run = list
	case len(list) > 1:
		return fmt.Errorf("a game is one word, and not %q", strings.TrimSpace(value))
	default:
		about.Game = list[0]
	}
	return nil
}

// Run runs the command that a bot.txt names, in the bot's folder. The command itself finds out
// which files are up to date.
func (t Source) Run(ctx context.Context, words []string) error {
	if t.Built {
		return nil
	}
	if err := t.allowed(); err != nil {
		return err
	}
	tool, err := t.command(words[0])
	if err != nil {
		return err
	}
	command := exec.CommandContext(ctx, tool, words[1:]...)
	command.Dir = t.Path
	command.WaitDelay = time.Second // where it can leave children behind
	withChildren(command)
	said, err := command.CombinedOutput()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		text := tidy(string(said))
		if text == "" {
			text = safe.Name(words[0]) + ": " + err.Error()
		}
		return unfit.New(
			t.Typed, "does not build\n"+text,
			"to see it by hand: "+safe.Shell("cd", t.Shown)+" && "+safe.Shell(words...),
		)
	}
	return nil
}

// command returns the path of a program that a bot.txt names: one in PATH, one of the system's by its whole path, or
// one in the bot's own folder. Any other would have to be shown to the bot, with the files around it.
func (t Source) command(name string) (string, error) {
	if !HasSeparator(name) {
		return t.tool(name)
	}
	path := name
	switch {
	case filepath.IsLocal(name):
		path = filepath.Join(t.Path, name)
	case !mayBeNamed(name): // whether it is there, is not told to strangers
		return "", unfit.New(
			t.Typed,
			BotTxtName+" names "+safe.Name(name)+", which is neither in the folder nor a program of the system or in PATH",
			"name a program in PATH, as in "+language.HintRun+", or one in "+safe.Name(t.Shown),
		)
	}
	found, err := exec.LookPath(path)
	if at := new(exec.Error); errors.As(err, &at) { // the error of the system alone
		err = at.Err
	}
	if err != nil {
		return "", unfit.New(
			t.Typed, BotTxtName+" names "+safe.Name(name)+": "+unfit.Reason(err), "a path in it begins in "+safe.Name(t.Shown),
		)
	}
	return found, nil
}

// splitWords splits a command as a shell does: at spaces that are not within quotes.
// Nothing is expanded. What a shell would not take for a part of a word is an error, as
// no shell reads the command.
func splitWords(line string) ([]string, error) {
	var list []string
	var word strings.Builder
	begun := false // there is a word, even if it is empty, as ''
	var quote rune // that the word is within; 0 for none
	escaped := false
	for _, r := range line {
		switch {
		case escaped:
			if quote == '"' && r != '"' && r != '\\' {
				word.WriteByte('\\')
			}
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, begun = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, begun = r, true
		case r == ' ' || r == '\t':
			if begun {
				list = append(list, word.String())
			}
			word.Reset()
			begun = false
		case strings.ContainsRune("&|;<>`$", r):
			return nil,
				fmt.Errorf("no shell reads this, so %c has no meaning; quote it, or write a script and start that: sh script.sh", r)
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a %c is not closed", quote)
	}
	if escaped {
		return nil, errors.New(`nothing after \`)
	}
	if begun {
		list = append(list, word.String())
	}
	return list, nil
}
