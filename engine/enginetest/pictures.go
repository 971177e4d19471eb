package enginetest

import (
	"regexp"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
)

// testPictures plays a match with a log, and the same match without. Now and then it
// spoils commands.
func testPictures(t *testing.T, game engine.Game) {
	m, quiet := begin(t, game.Default(), 13), begin(t, game.Default(), 13)
	seats := m.Setup().Seats()
	legend := m.Legend()
	RequireLegend(t, legend)
	RequireScene(t, legend, m.Scene(), seats)
	var seen scene.Signs // of each the most that a unit has had
	var log scene.Log
	m.Watch(&log)
	r := chance()
	for m.Round() < min(120, m.Rounds()-1) && !m.Over() {
		given := 0
		play(m, 1, func(turns []engine.Turn[engine.Commands]) {
			for seat := range turns {
				if r.IntN(4) == 0 {
					if spoiled, err := game.DecodeCommands(spoil(r, game.EncodeCommands(turns[seat].Commands))); err == nil {
						turns[seat].Commands = spoiled
					}
				}
				given += turns[seat].Commands.Len()
			}
			quiet.Step(turns)
		})
		s := m.Scene()
		RequireScene(t, legend, s, seats)
		seen = most(seen, s.Units)
		RequireLog(t, legend, log, seats)
		require.Len(t, log.Orders, given, "round %d: each command is logged, valid or not", m.Round()-1)
		require.Equal(t, m.Scores(), s.Numbers[0], "the first number is the score")
		require.Equal(t, quiet.Scene(), s)
		require.Equal(t, digest(quiet).Sum(), digest(m).Sum(), "the log has changed the match")
		require.Equal(t, string(quiet.StateMessage()), string(m.StateMessage()))
	}
	require.Equal(t, legend, m.Legend(), "what never changes has changed")
	for i, sign := range legend.Signs {
		require.Positive(t, seen[i].Value, "the legend has the sign %s, but no unit has had it", sign.Name)
	}

	m.Watch(nil)
	log.Reset()
	m.Step(make([]engine.Turn[engine.Commands], seats))
	require.Equal(t, scene.Log{Orders: log.Orders[:0], Events: log.Events[:0], Points: log.Points[:0]}, log,
		"the log is no longer watched")
}

// most returns the greater ones of some amounts and those of units.
func most(signs scene.Signs, units []scene.Unit) scene.Signs {
	for _, u := range units {
		for i, has := range u.Signs {
			signs[i].Value = max(signs[i].Value, has.Value)
		}
	}
	return signs
}

// RequireRecording asserts that the match of a record can be shown.
func RequireRecording(t *testing.T, r engine.Recording) {
	t.Helper()
	seats := len(r.Names)
	RequireLegend(t, r.Legend)
	require.Len(t, r.Scenes, len(r.Logs)+1)
	require.Len(t, r.Statuses, len(r.Logs))
	for _, s := range r.Scenes {
		RequireScene(t, r.Legend, s, seats)
	}
	for k, log := range r.Logs {
		RequireLog(t, r.Legend, log, seats)
		require.Len(t, r.Statuses[k], seats)
	}
}

// RequireLegend asserts that a legend can be drawn.
func RequireLegend(t *testing.T, l scene.Legend) {
	t.Helper()
	require.Positive(t, l.Rows)
	require.Positive(t, l.Cols)
	require.NotEmpty(t, l.Cells)
	require.LessOrEqual(t, len(l.Cells), 256, "kinds of cells")
	for _, c := range l.Cells {
		requireName(t, c.Name, c.Glyph)
		requireColour(t, c.Name, c.Fill, false)
		require.NotZero(t, c.Fill, c.Name)
		for _, over := range c.Over {
			requireShape(t, c.Name, over, false)
		}
	}
	for _, u := range l.Units {
		requireName(t, u.Name, u.Glyph)
		require.NotEmpty(t, u.Shape, u.Name)
		requireShape(t, u.Name, u.Shape, true)
	}
	for _, e := range l.Events {
		require.NotEmpty(t, e.Name)
		require.Contains(t, scene.Looks(), e.Look, e.Name)
	}
	signs := make([]string, len(l.Signs))
	for i, s := range l.Signs {
		require.Contains(t, scene.SignForms(), s.Form, s.Name)
		requireColour(t, s.Name, s.Colour, true)
		signs[i] = s.Name
	}
	require.LessOrEqual(t, len(l.Signs), len(scene.Signs{}), "signs of units")
	requireDistinct(t, "sign", signs)
	requireDistinct(t, "number", l.Numbers)
	require.True(t, l.Income >= 0 && l.Income <= max(len(l.Numbers)-1, 0), "the income is number %d", l.Income)
	for _, n := range l.Holdings {
		require.True(t, n > 0 && n < len(l.Numbers), "number %d makes points", n)
	}
}

func requireDistinct(t *testing.T, what string, names []string) {
	t.Helper()
	for i, name := range names {
		require.NotEmpty(t, name, what)
		require.NotContains(t, names[:i], name, "%s %s is there twice", what, name)
	}
}

func requireName(t *testing.T, name, glyph string) {
	t.Helper()
	require.NotEmpty(t, name)
	require.Equal(t, 1, utf8.RuneCountInString(glyph), "glyph %q of %s", glyph, name)
}

func requireShape(t *testing.T, of string, s scene.Shape, owned bool) {
	t.Helper()
	for _, p := range s {
		steps, err := scene.ParsePath(p.D)
		require.NoError(t, err, of)
		for _, step := range steps {
			for _, at := range step.Points {
				require.True(t, at.X >= 0 && at.X <= 24 && at.Y >= 0 && at.Y <= 24, "%s: path %s: %v is not on the square", of, p.D,
					at)
			}
		}
		requireColour(t, of, p.Fill, owned)
		requireColour(t, of, p.Stroke, owned)
		none := scene.Colour{}
		require.False(t, p.Fill == none && p.Stroke == none, "%s: path %s cannot be seen", of, p.D)
		require.Equal(t, p.Stroke != none, p.Width > 0, "%s: path %s: a stroke has a width", of, p.D)
	}
}

var rgb = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// requireColour asserts that a colour is valid on both pages, or zero. Only units can
// have the owner's colour, as only they have owners.
func requireColour(t *testing.T, of string, c scene.Colour, owned bool) {
	t.Helper()
	if c == (scene.Colour{}) || owned && (c == scene.Owner || c == scene.Shade || c == scene.Ink) {
		return
	}
	const hint = "a colour is #rrggbb on each page, or zero; of units also scene.Owner, Shade and Ink, as a cell is " +
		"tinted by Scene.Owners"
	require.Regexp(t, rgb, c.Light, "%s: %s", of, hint)
	require.Regexp(t, rgb, c.Dark, "%s: %s", of, hint)
}

// RequireScene asserts that the legend explains everything in a scene.
func RequireScene(t *testing.T, l scene.Legend, s scene.Scene, seats int) {
	t.Helper()
	cells := l.Rows * l.Cols
	require.Len(t, s.Cells, cells)
	for cell, kind := range s.Cells {
		if int(kind) >= len(l.Cells) {
			t.Fatalf("cell %d: kind %d, but the legend has %d", cell, kind, len(l.Cells))
		}
	}
	if len(s.Owners) > 0 {
		require.Len(t, s.Owners, cells)
	}
	for cell, owner := range s.Owners {
		if owner < scene.Nobody || int(owner) >= seats {
			t.Fatalf("cell %d: owner %d of %d", cell, owner, seats)
		}
	}
	last := -1
	for _, u := range s.Units {
		require.Greater(t, u.ID, last, "units by increasing ID")
		last = u.ID
		require.True(t, u.Kind >= 0 && u.Kind < len(l.Units), "%+v", u)
		require.True(t, u.Owner >= scene.Nobody && u.Owner < seats, "%+v", u)
		require.True(t, u.Cell >= 0 && u.Cell < cells, "%+v", u)
		requireSigns(t, l, u)
	}
	require.Len(t, s.Numbers, len(l.Numbers))
	for k, n := range s.Numbers {
		require.Len(t, n, seats, l.Numbers[k])
	}
	if w := s.Window; w != (scene.Window{}) {
		require.True(t, w.Row >= 0 && w.Col >= 0 && w.Rows > 0 && w.Cols > 0, "%+v", w)
		require.True(t, (l.WrapRows || w.Row+w.Rows <= l.Rows) && (l.WrapCols || w.Col+w.Cols <= l.Cols), "%+v", w)
	}
}

// requireSigns asserts that a unit has amounts of the legend's signs only, and that bars and rings have a most.
func requireSigns(t *testing.T, l scene.Legend, u scene.Unit) {
	t.Helper()
	for i, has := range u.Signs {
		if i >= len(l.Signs) {
			require.Zero(t, has, "%+v: sign %d, but the legend has %d", u, i, len(l.Signs))
			continue
		}
		counted := l.Signs[i].Form == scene.Dots || l.Signs[i].Form == scene.Number
		within := has.Value <= has.Most || has.Most == 0 && counted
		require.True(t, has.Value >= 0 && has.Most >= 0 && within, "%+v: %s", u, l.Signs[i].Name)
	}
}

// RequireLog asserts that the legend explains everything in a log, and that every
// order has an outcome.
func RequireLog(t *testing.T, l scene.Legend, log scene.Log, seats int) {
	t.Helper()
	cells := l.Rows * l.Cols
	for _, o := range log.Orders {
		require.True(t, o.Seat >= 0 && o.Seat < seats, "%+v", o)
		require.True(t, o.To >= scene.Nowhere && o.To < cells, "%+v", o)
		require.NotEmpty(t, o.Text, "%+v", o)
		require.NotEmpty(t, o.Outcome, "%+v", o)
	}
	for _, e := range log.Events {
		require.True(t, e.Kind >= 0 && e.Kind < len(l.Events), "%+v", e)
		require.True(t, e.Cell >= 0 && e.Cell < cells, "%+v", e)
		require.True(t, e.To >= scene.Nowhere && e.To < cells, "%+v", e)
		require.True(t, e.Unit >= -1 && e.By >= -1, "%+v", e)
		require.True(t, e.Seat >= scene.Nobody && e.Seat < seats, "%+v", e)
		require.NotEmpty(t, e.Text, "%+v", e)
	}
}

// testPoints plays whole matches of a game that says where points come from, and adds up
// what it logs. In other games nothing is logged.
func testPoints(t *testing.T, game engine.Game) {
	for seed := range uint64(3) {
		m := begin(t, game.Default(), seed)
		RequirePoints(t, m, new(scene.Log), func() { play(m, 1, nil) })
	}
}

// RequirePoints plays a match to its end by a function that plays a round, and asserts
// that the points that each round logs are the change of the scores, if the match is an
// [engine.Earner].
func RequirePoints(t *testing.T, m engine.Match, log *scene.Log, round func()) {
	t.Helper()
	sources := m.Sources()
	requireSources(t, sources)
	m.Watch(log)
	for !m.Over() {
		scores := m.Scores()
		round()
		for _, p := range log.Points {
			require.True(t, p.Source >= 0 && p.Source < len(sources), "round %d: no source %d", m.Round()-1, p.Source)
			scores[p.Seat] += p.Points
		}
		if len(sources) > 0 {
			require.Equal(t, m.Scores(), scores, "round %d: points %v", m.Round()-1, log.Points)
		}
	}
	require.Equal(t, sources, m.Sources(), "what never changes has changed")
	m.Watch(nil)
}

func requireSources(t *testing.T, sources []string) {
	t.Helper()
	seen := map[string]bool{"": true}
	for _, name := range sources {
		require.False(t, seen[name], "source %q has no name, or is there twice", name)
		seen[name] = true
	}
}
