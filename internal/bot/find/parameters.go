package find

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/late"
	"github.com/botarena/arena/internal/bot/params"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/executable"
)

// paramsName is the name of the file in which a bot's folder declares its parameters.
const paramsName = "params.json"

// ParamsFile returns the path of the file that declares the parameters of a bot: in its
// folder params.json, beside bot.py bot.params.json.
func ParamsFile(bot string) string {
	if isFolder(bot) {
		return filepath.Join(bot, paramsName)
	}
	return strings.TrimSuffix(bot, filepath.Ext(bot)) + "." + paramsName
}

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
	if found == nil || exists(typed) {
		return typed, ""
	}
	return found[1], found[2]
}

// Declared returns the parameters that a bot declares, nil if it declares none. The path is
// that of its file or folder. Errors name the fault in the file of [ParamsFile], but not the
// file.
func Declared(bot string) (params.Space, error) {
	if file := ParamsFile(bot); leavesAll(file, append(beside(bot), filepath.Dir(file))...) {
		return nil, errors.New("a link out of its folder")
	}
	text, err := files.ReadFile(ParamsFile(bot), params.MostText)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, errors.New(unfit.Reason(err))
	}
	return params.Parse(text)
}

// beside returns the folder of a bot's file, if that is a link: what belongs to it may be there, too.
func beside(bot string) []string {
	if real, err := filepath.EvalSymlinks(bot); err == nil && !isFolder(bot) {
		return []string{filepath.Dir(real)}
	}
	return nil
}

// HowToDeclare is advice about a bot that declares no parameters.
func (b Bot) HowToDeclare() string {
	if b.Kind == Linked {
		return "examples/dummy in the arena's repository has some; a bot of your own, made by arena new, declares them in " +
			"params.json, as in " + params.Example
	}
	return "declare them in " + ParamsFile(b.Command.Path) + ", as in " + params.Example
}

// withValues gives a bot the values of its parameters: those that were typed, and else its
// defaults.
func (b Bot) withValues(typed, values string) (Bot, error) {
	var space params.Space
	var err error
	if b.Kind != Linked { // which has no folder
		space, err = Declared(b.Command.Path)
	}
	if err != nil {
		name := filepath.Base(ParamsFile(b.Command.Path))
		return Bot{}, Unfit(typed, name+": "+err.Error(), "a list of parameters, as in "+params.Example)
	}
	if space == nil {
		if values == "" {
			return b, nil
		}
		return Bot{}, Unfit(typed, "has no parameters", b.HowToDeclare())
	}
	given := space.Defaults()
	if values != "" {
		if given, err = space.Read(values); err != nil {
			return Bot{}, Unfit(typed, err.Error(), "its parameters are in "+ParamsFile(b.Command.Path))
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
