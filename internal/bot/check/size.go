package check

import (
	"fmt"
	"strings"

	"github.com/botarena/arena/engine"
)

// larger returns the setup with twice the rows and columns, and with all numbers of
// things increased in proportion to the area, within the bounds of the game.
func larger(usual engine.Setup) engine.Setup {
	setup := usual
	for _, name := range []string{"rows", "cols"} {
		setup = try(setup, name, 2*value(usual, name))
	}
	before, now := area(usual), area(setup)
	for _, s := range usual.Settings() {
		if !strings.HasPrefix(s.Name, "nb_") || s.Name == "nb_players" || before == 0 {
			continue
		}
		if more := try(setup, s.Name, *s.Value*now/before); more.Rounds() == usual.Rounds() {
			setup = more
		}
	}
	if _, err := setup.New(make([]string, setup.Seats()), seed, engine.ChaCha8); err != nil {
		return usual // such a board can't be generated
	}
	return setup
}

func area(setup engine.Setup) int { return value(setup, "rows") * value(setup, "cols") }

// shortened returns the setup with the given number of rounds if it has more. It tries
// all settings, since each game has its own name for that number.
func shortened(setup engine.Setup, rounds int) engine.Setup {
	for _, s := range setup.Settings() {
		if setup.Rounds() <= rounds {
			break
		}
		if changed := try(setup, s.Name, rounds); changed.Rounds() == rounds {
			return changed
		}
	}
	return setup
}

// value returns the value of a setting, or 0 if there is no such setting.
func value(setup engine.Setup, name string) int {
	for _, s := range setup.Settings() {
		if s.Name == name {
			return *s.Value
		}
	}
	return 0
}

// try changes a setting within its bounds. It returns the setup unchanged if the game
// refuses.
func try(setup engine.Setup, name string, to int) engine.Setup {
	for _, s := range setup.Settings() {
		if s.Name != name {
			continue
		}
		if changed, err := setup.With(name, min(max(to, s.Min), s.Max)); err == nil {
			return changed
		}
	}
	return setup
}

// changes lists the settings that differ.
func changes(usual, changed engine.Setup) string {
	var list []string
	after := changed.Settings()
	for i, s := range usual.Settings() {
		if *s.Value != *after[i].Value {
			list = append(list, fmt.Sprintf("%s=%d", s.Name, *after[i].Value))
		}
	}
	return strings.Join(list, " ")
}
