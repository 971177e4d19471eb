package shell

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/plaintext"
	"github.com/botarena/arena/internal/base/safe"
)

// SetupFlags are the flags for the game, its settings, board and seed.
type SetupFlags struct {
	Seed   seedFlag
	board  string
	set    []string
	Random engine.Randomness
}

var randomness = Enum[engine.Randomness]{
	Values: []engine.Randomness{engine.ChaCha8, engine.Classic},
	Notes:  map[engine.Randomness]string{engine.Classic: "as in the original programs"},
}

// Register adds the flags that choose the board, the settings and the seed.
func (f *SetupFlags) Register(s *Shell, c *cobra.Command, seedDoc string) {
	f.Random = engine.ChaCha8
	c.Flags().VarP(&f.Seed, "seed", "s", seedDoc)
	c.Flags().StringVarP(
		&f.board, "board", "i", "", "board `FILE`: settings and, optionally, a fixed board; - is standard input")
	c.Flags().StringArrayVar(&f.set, "set", nil, "change a setting, as `NAME=VALUE`; repeatable")
	Must(c.RegisterFlagCompletionFunc("set", s.CompleteSettings))
	randomness.Register(c, &f.Random, "random", "random `SOURCE`: %s")
}

// words returns the flags to type for these values, without the seed.
func (f *SetupFlags) words() []string {
	var words []string
	if f.board != "" {
		words = append(words, "-i", f.board)
	}
	for _, pair := range f.set {
		words = append(words, "--set", pair)
	}
	if f.Random != engine.ChaCha8 {
		words = append(words, "--random", string(f.Random))
	}
	return words
}

// Must panics on an error that only a mistake in this program can cause.
func Must(err error) {
	if err != nil {
		panic(err)
	}
}

// Setup returns the setup that the flags ask for.
func (f *SetupFlags) Setup(game engine.Game) (engine.Setup, error) {
	setup := game.Default()
	if f.board != "" {
		var err error
		if setup, err = readBoard(game, f.board); err != nil {
			return nil, err
		}
	}
	return ChangeSettings(setup, f.set)
}

func readBoard(game engine.Game, path string) (engine.Setup, error) {
	var file []byte
	var err error
	if path == Standard {
		path = "standard input"
		file, err = ReadWhole(path, os.Stdin, maxBoardFile)
	} else {
		file, err = ReadFile(path, maxBoardFile)
	}
	if err != nil {
		return nil, err
	}
	setup, err := game.ReadSetup(plaintext.Of(file))
	if at := new(cnf.Error); errors.As(err, &at) {
		err = fmt.Errorf("%s:%d:%d: found %s, expected %s", safe.Name(path), at.Line, at.Col, at.Found, at.Want)
	} else if err != nil {
		err = hint.Wrap(path, err)
	}
	if err != nil {
		return nil, hint.With(err, "arena board "+game.Info().Name+" prints a board file to compare with")
	}
	return setup, nil
}

// ChangeSettings applies name=value pairs. Whether a value is allowed can depend on
// another setting, so refused pairs are tried again after the others.
func ChangeSettings(setup engine.Setup, pairs []string) (engine.Setup, error) {
	hint := "arena games " + setup.Game().Info().Name
	seen := make(map[string]bool)
	for _, pair := range pairs {
		name, _, _ := strings.Cut(pair, "=")
		if seen[name] {
			return nil, Misused(hint, "--set %s: given twice", name)
		}
		seen[name] = true
	}
	for len(pairs) > 0 {
		var refused []string
		var first error
		for _, pair := range pairs {
			changed, err := changeSetting(setup, pair)
			if err == nil {
				setup = changed
				continue
			}
			refused = append(refused, pair)
			if first == nil {
				first = err
			}
		}
		if len(refused) == len(pairs) {
			return nil, Misused(hint, "--set %w", first)
		}
		pairs = refused
	}
	return setup, nil
}

func changeSetting(setup engine.Setup, pair string) (engine.Setup, error) {
	name, text, ok := strings.Cut(pair, "=")
	if !ok {
		return nil, hint.New(pair, fmt.Sprintf("no value; write it as %s=VALUE", safe.Name(name)), "")
	}
	value, err := strconv.Atoi(text)
	if err != nil {
		return nil, hint.New(name, fmt.Sprintf("%q is not a whole number", text), "")
	}
	return setup.With(name, value)
}
