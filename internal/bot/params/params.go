// Package params has the parameters that a bot declares, so that the arena can give it other
// values: numbers with a range, in a file beside the bot that is the same for every
// language.
//
//	[
//	  {"name": "spread", "default": 3, "low": 0, "high": 10, "integer": true, "help": "cells between orks"},
//	  {"name": "fear", "default": 0.5, "low": 0.01, "high": 10, "scale": "log"}
//	]
package params

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/late"
	"github.com/botarena/arena/internal/base/plaintext"
	"github.com/botarena/arena/internal/bot/unfit"
)

// Scale says how the range of a parameter is gone through.
type Scale string

// The scales.
const (
	Linear Scale = ""
	Log    Scale = "log" // equal steps are equal factors
)

// Param is a parameter.
type Param struct {
	Name    string // unique; small letters, digits and underscores, and a letter first
	Default float64
	Low     float64 // the range, with both ends
	High    float64
	Integer bool // it has whole numbers only
	Scale   Scale
	Help    string // what it means, in a few words; may be empty
}

// Space is the parameters of a bot, in the order of its file.
type Space []Param

// Values are a value for each parameter of a space, in its order.
type Values []float64

// MostParams is the greatest number of parameters. A search for that many would take too
// many matches anyway.
const MostParams = 32

// MostText is the size of the largest file in bytes.
const MostText = 64 << 10

// Name is that of the file in which a bot's folder declares its parameters.
const Name = "params.json"

// Example is a file to begin with.
const Example = `[{"name": "spread", "default": 3, "low": 0, "high": 10, "integer": true}]`

// declared is a parameter as it is written. What must be there is a pointer.
type declared struct {
	Name    string   `json:"name"`
	Default *float64 `json:"default"`
	Low     *float64 `json:"low"`
	High    *float64 `json:"high"`
	Integer bool     `json:"integer,omitempty"`
	Scale   Scale    `json:"scale,omitempty"`
	Help    string   `json:"help,omitempty"`
}

var nameForm = late.Regexp(`^[a-z][a-z0-9_]{0,31}$`)

// File returns the path of the file that declares the parameters of a bot: in its
// folder params.json, beside bot.py bot.params.json.
func File(bot string) string {
	if files.IsFolder(bot) {
		return filepath.Join(bot, Name)
	}
	return strings.TrimSuffix(bot, filepath.Ext(bot)) + "." + Name
}

// Declared returns the parameters that a bot declares, nil if it declares none. The path is
// that of its file or folder. Errors name the fault in the file of [File], but not the file.
func Declared(bot string) (Space, error) {
	file := File(bot)
	folders := []string{filepath.Dir(file)}
	if real, err := filepath.EvalSymlinks(bot); err == nil && !files.IsFolder(bot) {
		folders = append(folders, filepath.Dir(real)) // what belongs to a bot that is a link may be there, too
	}
	if files.Leaves(file, folders...) {
		return nil, errors.New("a link out of its folder")
	}
	text, err := files.ReadFile(file, MostText)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, errors.New(unfit.Reason(err))
	}
	return Parse(text)
}

// Parse reads the text of a file. The error names the parameter and its fault.
func Parse(text []byte) (Space, error) {
	if len(text) > MostText {
		return nil, fmt.Errorf("larger than %d KB", MostText>>10)
	}
	text = plaintext.Of(text)
	reader := json.NewDecoder(bytes.NewReader(text))
	reader.DisallowUnknownFields()
	var all []declared
	if err := reader.Decode(&all); err != nil {
		return nil, readable(err, text)
	}
	if _, err := reader.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows after the list")
	}
	if len(all) == 0 || len(all) > MostParams {
		return nil, fmt.Errorf("%d parameters, but there must be 1 to %d", len(all), MostParams)
	}
	space := make(Space, len(all))
	for i, d := range all {
		p, err := d.param()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.shown(i), err)
		}
		if space[:i].index(p.Name) >= 0 {
			return nil, fmt.Errorf("%s: declared twice", p.Name)
		}
		space[i] = p
	}
	return space, nil
}

// readable puts an error of the JSON reader into words of a user.
func readable(err error, text []byte) error {
	if syntax := new(json.SyntaxError); errors.As(err, &syntax) {
		line := 1 + bytes.Count(text[:min(int(syntax.Offset), len(text))], []byte("\n"))
		return fmt.Errorf("line %d: %w", line, err)
	}
	if kind := new(json.UnmarshalTypeError); errors.As(err, &kind) {
		line := 1 + bytes.Count(text[:min(int(kind.Offset), len(text))], []byte("\n"))
		return fmt.Errorf("line %d: a %s where it should be %s", line, kind.Value, wanted(kind))
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("it ends too early")
	}
	return errors.New(strings.TrimPrefix(err.Error(), "json: "))
}

func wanted(e *json.UnmarshalTypeError) string {
	switch e.Field {
	case "":
		return "a list of parameters"
	case "integer":
		return "true or false"
	}
	if strings.HasSuffix(e.Type.String(), "float64") {
		return "a number"
	}
	return "a text"
}

func (d declared) shown(number int) string {
	if d.Name == "" {
		return fmt.Sprintf("parameter %d", number+1)
	}
	return fmt.Sprintf("%q", d.Name)
}

func (d declared) param() (Param, error) {
	if !nameForm().MatchString(d.Name) {
		return Param{}, errors.New("a name has up to 32 small letters, digits and underscores, and begins with a letter")
	}
	for _, must := range []struct {
		key   string
		value *float64
	}{{"default", d.Default}, {"low", d.Low}, {"high", d.High}} {
		if must.value == nil {
			return Param{}, fmt.Errorf("has no %q", must.key)
		}
	}
	p := Param{d.Name, *d.Default, *d.Low, *d.High, d.Integer, d.Scale, d.Help}
	switch {
	case p.Low >= p.High:
		return p, fmt.Errorf("low is %s, which is not less than high, %s", Number(p.Low), Number(p.High))
	case p.Scale != Linear && p.Scale != Log:
		return p, fmt.Errorf("scale is %q, but there is only %q; leave it out for equal steps", p.Scale, Log)
	case p.Scale == Log && p.Low <= 0:
		return p, fmt.Errorf("low is %s, but with the scale %q it must be more than 0", Number(p.Low), Log)
	case p.Integer && (p.Low != math.Trunc(p.Low) || p.High != math.Trunc(p.High)):
		return p, errors.New("low and high of an integer must be whole numbers")
	case math.Abs(p.Low) > mostNumber || math.Abs(p.High) > mostNumber:
		return p, fmt.Errorf("a number is beyond %s", Number(mostNumber))
	}
	if err := p.check(p.Default); err != nil {
		return p, fmt.Errorf("default: %w", err)
	}
	return p, nil
}

// mostNumber is the greatest value: up to it, every whole number is exact.
const mostNumber = 1 << 53

// check returns an error if a parameter can't have a value.
func (p Param) check(value float64) error {
	if !(value >= p.Low && value <= p.High) {
		return fmt.Errorf("%s is not from %s to %s", Number(value), Number(p.Low), Number(p.High))
	}
	if p.Integer && value != math.Trunc(value) {
		return fmt.Errorf("%s is not a whole number", Number(value))
	}
	return nil
}

func (s Space) index(name string) int {
	return slices.IndexFunc(s, func(p Param) bool { return p.Name == name })
}

// Defaults returns the declared values.
func (s Space) Defaults() Values {
	v := make(Values, len(s))
	for i, p := range s {
		v[i] = p.Default
	}
	return v
}

// WithDefaults returns the space with other declared values.
func (s Space) WithDefaults(v Values) Space {
	changed := slices.Clone(s)
	for i := range changed {
		changed[i].Default = v[i]
	}
	return changed
}

// onOneLine puts an indented object on one line. There are no line breaks within its texts.
var onOneLine = strings.NewReplacer("{\n\t", "{", ",\n\t", ", ", "\n}", "}")

// Text returns the space as a file has it, with a line for each parameter.
func (s Space) Text() []byte {
	lines := make([]string, len(s))
	for i, p := range s {
		var line bytes.Buffer
		to := json.NewEncoder(&line)
		to.SetEscapeHTML(false)
		to.SetIndent("", "\t")
		if err := to.Encode(declared{p.Name, &p.Default, &p.Low, &p.High, p.Integer, p.Scale, p.Help}); err != nil {
			panic(err) // all are finite numbers and texts
		}
		lines[i] = "  " + onOneLine.Replace(strings.TrimSpace(line.String()))
	}
	return []byte("[\n" + strings.Join(lines, ",\n") + "\n]\n")
}
