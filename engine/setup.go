package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// setup is a setup with its type erased.
type setup[S SetupRules[S, M], M MatchRules[S, M, V, C], V any, C Commands] struct {
	game  *game[S, M, V, C]
	typed S
}

func (s *setup[S, M, V, C]) Game() Game          { return s.game }
func (s *setup[S, M, V, C]) Settings() []Setting { return s.typed.Clone().Settings() }
func (s *setup[S, M, V, C]) Text() []byte        { return s.typed.Text() }
func (s *setup[S, M, V, C]) Seats() int          { return s.typed.Seats() }
func (s *setup[S, M, V, C]) Rounds() int         { return s.typed.Rounds() }

func (s *setup[S, M, V, C]) With(name string, value int) (Setup, error) {
	changed := s.typed.Clone()
	settings := changed.Settings()
	i := slices.IndexFunc(settings, func(one Setting) bool { return one.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("%s: no such setting of %s; there are %s", name, s.game.Info().Name, namesOf(settings))
	}
	*settings[i].Value = value
	if err := settings[i].Check(); err != nil {
		return nil, err
	}
	if err := changed.Check(); err != nil {
		return nil, err
	}
	return &setup[S, M, V, C]{s.game, changed}, nil
}

func (s *setup[S, M, V, C]) New(names []string, seed uint64, kind Randomness) (Match, error) {
	if len(names) != s.Seats() {
		return nil, fmt.Errorf("%d players, but %s is for %d", len(names), s.game.Info().Title, s.Seats())
	}
	r, err := s.game.newRand(kind, seed)
	if err != nil {
		return nil, err
	}
	begun, err := s.typed.New(r)
	if err != nil {
		return nil, err
	}
	m := &match[S, M, V, C]{game: s.game, setup: s, state: begun, rand: r, seed: strconv.FormatUint(seed, 10)}
	for i := range names {
		m.seats = append(m.seats, NewSeat(i, names, kind.playerSeed(seed, i)))
	}
	return m, nil
}

// Check returns an error if the value is outside its bounds.
func (s Setting) Check() error {
	switch v := *s.Value; {
	case s.Min == s.Max && v != s.Min:
		return fmt.Errorf("%s: %d, but only %d is possible", s.Name, v, s.Min)
	case v < s.Min:
		return fmt.Errorf("%s: %d, but the least is %d", s.Name, v, s.Min)
	case v > s.Max:
		return fmt.Errorf("%s: %d, but the most is %d", s.Name, v, s.Max)
	}
	return nil
}

// IsTold reports whether files and messages have the setting.
func (s Setting) IsTold() bool { return !s.Optional || *s.Value != s.Default }

// Adjustable is a setup whose settings can be read and changed.
type Adjustable interface {
	Settings() []Setting
}

// SetDefaults gives every setting of a setup its default, and returns the setup.
func SetDefaults[S Adjustable](setup S) S {
	for _, s := range setup.Settings() {
		*s.Value = s.Default
	}
	return setup
}

func namesOf(settings []Setting) string {
	names := make([]string, len(settings))
	for i, s := range settings {
		names[i] = s.Name
	}
	return strings.Join(names, ", ")
}
