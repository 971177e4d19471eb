package find

import (
	"bytes"
	"crypto/sha256"
	"path/filepath"
	"strings"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/late"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/params"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/executable"
)

// Parameters are what a bot declares, and what it is given.
type Parameters struct {
	Space  params.Space
	Values params.Values
}

// valuesForm is what can be typed behind a bot: ":spread=3,fear=0.5".
var valuesForm = late.Regexp(`^(.+):([^:=,/\\]+=[^:/\\]*)$`)

// SplitValues splits a typed word into the bot and the values of its parameters. A file of that
// whole name is a bot without values.
func SplitValues(typed string) (bot, values string) {
	found := valuesForm().FindStringSubmatch(typed)
	if found == nil || files.Exists(typed) {
		return typed, ""
	}
	return found[1], found[2]
}

// HowToDeclare is advice about a bot that declares no parameters.
func (b Bot) HowToDeclare() string {
	if b.Kind == language.Linked {
		return "examples/dummy in the arena's repository has some; a bot of your own, made by arena new, declares them in " +
			"params.json, as in " + params.Example
	}
	return "declare them in " + params.File(b.Command.Path) + ", as in " + params.Example
}

// withValues gives a bot the values of its parameters: those that were typed, and else its
// defaults.
func (b Bot) withValues(typed, values string) (Bot, error) {
	var space params.Space
	var err error
	if b.Kind != language.Linked { // which has no folder
		space, err = params.Declared(b.Command.Path)
	}
	if err != nil {
		name := filepath.Base(params.File(b.Command.Path))
		return Bot{}, unfit.New(typed, name+": "+err.Error(), "a list of parameters, as in "+params.Example)
	}
	if space == nil {
		if values == "" {
			return b, nil
		}
		return Bot{}, unfit.New(typed, "has no parameters", b.HowToDeclare())
	}
	given := space.Defaults()
	if values != "" {
		if given, err = space.Read(values); err != nil {
			return Bot{}, unfit.New(typed, err.Error(), "its parameters are in "+params.File(b.Command.Path))
		}
	}
	return b.Given(space, given), nil
}

// Given returns a bot with values for the parameters that it declares. The checksum is that
// of the program and the values.
func (b Bot) Given(space params.Space, values params.Values) Bot {
	text := space.Environment(values)
	var env []string
	for _, set := range b.Command.Env {
		if !strings.HasPrefix(set, executable.ParametersVariable+"=") {
			env = append(env, set)
		}
	}
	b.Command.Env = append(env, executable.ParametersVariable+"="+text)
	if b.Parameters == nil {
		b.bare = b.SHA256
	}
	b.Parameters = &Parameters{space, values}
	b.SHA256 = sha256.Sum256(bytes.Join([][]byte{[]byte("arena bot with parameters"), b.bare[:], []byte(text)}, []byte{0}))
	return b
}

// Same reports whether two are the same bot: one program with the same values.
func (b Bot) Same(other Bot) bool {
	return b.Command.Path == other.Command.Path && b.SHA256 == other.SHA256
}
