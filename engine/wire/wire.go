// Package wire is for authors of games: what the encoding of all games' messages has in
// common.
package wire

import (
	"fmt"
	"math"

	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// Marshal encodes a message deterministically. It panics on an invalid message, which
// is a mistake in the program.
func Marshal(m proto.Message) []byte {
	message, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		panic(fmt.Sprintf("wire: %T: %v", m, err))
	}
	return message
}

// Settings returns the settings of a setup in the form of messages.
func Settings(setup engine.Adjustable) []*arenav1.Setting {
	var all []*arenav1.Setting
	for _, s := range setup.Settings() {
		if s.IsTold() {
			all = append(all, &arenav1.Setting{Name: s.Name, Value: int64(*s.Value)})
		}
	}
	return all
}

// ReadSettings sets the settings of a setup to those of a message, which must have each
// of them once, unless it is optional, and within its bounds. Settings that share a value
// must be given the same one. An error names the setting.
func ReadSettings(setup engine.Adjustable, message []*arenav1.Setting) error {
	list := setup.Settings()
	given := make(map[string]int, len(message))
	for _, s := range message {
		if _, twice := given[s.GetName()]; twice {
			return fmt.Errorf("%s: given twice", engine.Printable(s.GetName()))
		}
		given[s.GetName()] = int(s.GetValue())
	}
	read := make(map[*int]string, len(list)) // the setting that gave each value
	known := 0
	for _, s := range list {
		value, ok := given[s.Name]
		switch {
		case !ok && s.Optional:
			*s.Value = s.Default
			continue
		case !ok:
			return fmt.Errorf("%s: not given", s.Name)
		}
		if other, shared := read[s.Value]; shared && value != *s.Value {
			return fmt.Errorf("%s: %d, but %s is %d", s.Name, value, other, *s.Value)
		}
		read[s.Value] = s.Name
		*s.Value = value
		known++
	}
	if len(given) > known {
		return fmt.Errorf("%d settings, but there are %d", len(given), known)
	}
	for _, s := range setup.Settings() { // again: bounds depend on the values
		if err := s.Check(); err != nil {
			return err
		}
	}
	return nil
}

// ReadStart reads a game's Start message, and sets the settings of a setup to those of it. An
// error names the setting, or says that it is no message.
func ReadStart(message []byte, start interface {
	proto.Message
	GetSettings() []*arenav1.Setting
}, setup engine.Adjustable,
) error {
	err := proto.Unmarshal(message, start)
	if err == nil {
		err = ReadSettings(setup, start.GetSettings())
	}
	if err != nil {
		return fmt.Errorf("start: %w", err)
	}
	return nil
}

// Numbers converts numbers to those of a message. They must fit into an int32.
func Numbers[T ~int | ~int32](values []T) []int32 {
	converted := make([]int32, len(values))
	for i, v := range values {
		converted[i] = int32(v)
	}
	return converted
}

// Unit returns the number of a unit as it is sent. It is -1, which stands for no unit,
// if the number doesn't fit.
func Unit(id engine.UnitID) int32 {
	if id < 0 || id > math.MaxInt32 {
		return -1
	}
	return int32(id)
}

// Length is the actual and the required length of a list in a message.
type Length struct {
	Name      string // such as "unit cells"
	Got, Want int
}

// CheckLengths returns an error for the first list that is too long or too short.
func CheckLengths(lists ...Length) error {
	for _, l := range lists {
		if l.Got != l.Want {
			return fmt.Errorf("%d %s, but there must be %d", l.Got, l.Name, l.Want)
		}
	}
	return nil
}
