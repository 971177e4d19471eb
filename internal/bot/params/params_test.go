package params_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/params"
)

const text = `[
  {"name": "spread", "default": 3, "low": 0, "high": 10, "integer": true, "help": "cells <between> orks"},
  {"name": "fear", "default": 0.5, "low": 0.01, "high": 100, "scale": "log"},
  {"name": "drift", "default": 0, "low": -1.5, "high": 1}
]
`

func space(t *testing.T) params.Space {
	t.Helper()
	s, err := params.Parse([]byte(text))
	require.NoError(t, err)
	return s
}

func TestAFileIsReadAndWritten(t *testing.T) {
	s := space(t)
	require.Equal(
		t, params.Param{Name: "spread", Default: 3, Low: 0, High: 10, Integer: true, Help: "cells <between> orks"}, s[0])
	require.Equal(t, text, string(s.Text()))
	changed := s.WithDefaults(params.Values{7, 0.25, -1})
	require.Equal(t, params.Values{7, 0.25, -1}, changed.Defaults())
	require.Equal(t, params.Values{3, 0.5, 0}, s.Defaults(), "the space itself is as it was")
	again, err := params.Parse(append([]byte("\ufeff"), changed.Text()...))
	require.NoError(t, err)
	require.Equal(t, changed, again)
	_, err = params.Parse([]byte(params.Example))
	require.NoError(t, err)
}

func TestAMistakeIsNamed(t *testing.T) {
	one := func(fields string) string { return `[{"name": "a", ` + fields + `}]` }
	for _, test := range []struct{ text, want string }{
		{"", "it ends too early"},
		{"[", "it ends too early"},
		{"[]", "0 parameters, but there must be 1 to 32"},
		{"[\n\n{,", "line 3: invalid character ',' looking for beginning of object key string"},
		{`{"spread": 3}`, "line 1: a object where it should be a list of parameters"},
		{text + "[]", "something follows after the list"},
		{one(`"max": 3`), `unknown field "max"`},
		{one(`"default": "3"`), "line 1: a string where it should be a number"},
		{one(`"integer": 1`), "line 1: a number where it should be true or false"},
		{one(`"help": 1`), "line 1: a number where it should be a text"},
		{one(`"low": 1, "high": 2`), `"a": has no "default"`},
		{one(`"default": 1, "high": 2`), `"a": has no "low"`},
		{one(`"default": 1, "low": 2`), `"a": has no "high"`},
		{one(`"default": 1, "low": 5, "high": 3`), `"a": low is 5, which is not less than high, 3`},
		{one(`"default": 1, "low": 1, "high": 1`), `"a": low is 1, which is not less than high, 1`},
		{one(`"default": 4, "low": 1, "high": 3`), `"a": default: 4 is not from 1 to 3`},
		{one(`"default": 1.5, "low": 1, "high": 3, "integer": true`), `"a": default: 1.5 is not a whole number`},
		{
			one(`"default": 1, "low": 0.5, "high": 3, "integer": true`),
			`"a": low and high of an integer must be whole numbers`,
		},
		{
			one(`"default": 1, "low": 0, "high": 3, "scale": "log"`),
			`"a": low is 0, but with the scale "log" it must be more than 0`,
		},
		{
			one(`"default": 1, "low": 0, "high": 3, "scale": "root"`),
			`"a": scale is "root", but there is only "log"; leave it out for equal steps`,
		},
		{one(`"default": 1, "low": 0, "high": 1e300`), `"a": a number is beyond 9007199254740992`},
		{
			`[{"name": "A", "default": 1, "low": 0, "high": 3}]`,
			`"A": a name has up to 32 small letters, digits and underscores, and begins with a letter`,
		},
		{
			`[{"default": 1, "low": 0, "high": 3}]`,
			`parameter 1: a name has up to 32 small letters, digits and underscores, and begins with a letter`,
		},
		{strings.Replace(text, "fear", "spread", 1), "spread: declared twice"},
		{strings.Repeat(" ", params.MostText+1), "larger than 64 KB"},
	} {
		_, err := params.Parse([]byte(test.text))
		require.EqualError(t, err, test.want, test.text)
	}
}

func TestValuesAreWrittenAndRead(t *testing.T) {
	s := space(t)
	v := params.Values{7, 0.000001234e4, -1.5}
	require.Equal(t, "spread=7 fear=0.01234 drift=-1.5", s.Environment(v))
	read, err := s.Read(s.Typed(v))
	require.NoError(t, err)
	require.Equal(t, v, read)
	read, err = s.Read("fear=2")
	require.NoError(t, err)
	require.Equal(t, params.Values{3, 2, 0}, read, "what is not named has its default")
	for typed, want := range map[string]string{
		"fury=2":          `"fury" is not one of its parameters: spread, fear, drift`,
		"fear=2,fear=2":   "fear: given twice",
		"fear=much":       `fear: "much" is not a number`,
		"fear":            `fear: "" is not a number`,
		"fear=1000":       "fear: 1000 is not from 0.01 to 100",
		"fear=nan":        "fear: NaN is not from 0.01 to 100",
		"spread=2.5":      "spread: 2.5 is not a whole number",
		"drift=0,fear=-1": "fear: -1 is not from 0.01 to 100",
	} {
		_, err := s.Read(typed)
		require.EqualError(t, err, want)
	}
}

func TestPointsAreValues(t *testing.T) {
	s := space(t)
	for _, test := range []struct {
		at   params.Unit
		want params.Values
	}{
		{params.Unit{0, 0, 0}, params.Values{0, 0.01, -1.5}},
		{params.Unit{1, 1, 1}, params.Values{10, 100, 1}},
		{params.Unit{-1, 2, 0.6}, params.Values{0, 100, 0}},
		{params.Unit{0.46, 0.5, 1. / 3}, params.Values{5, 1, -0.6667}},
	} {
		require.Equal(t, test.want, s.At(test.at))
	}
	for _, v := range []params.Values{{0, 0.01, -1.5}, {7, 0.03162, 0.25}, {10, 100, 1}} {
		require.Equal(t, v, s.At(s.Of(v)), "there and back")
	}
}
