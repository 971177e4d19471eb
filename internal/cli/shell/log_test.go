package shell

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/hint"
)

// TestWhatIsToldIsALineOfJSON: the level is what it begins with, and nothing controls a terminal.
func TestWhatIsToldIsALineOfJSON(t *testing.T) {
	var out bytes.Buffer
	s := New(nil, &bytes.Buffer{}, &out)
	fmt.Fprintln(s.Err, "before")
	require.Nil(t, s.Err.Logger())
	out.Reset()
	s.Err.Terminal = true
	s.Err.LogJSON()
	s.Err.Progress("%d matches", 7)
	fmt.Fprintf(s.Err, "note: one\nwarning: two \x1b[31m\n\nhint: three\nfour\n")
	s.Err.Clear()
	err := s.LogError(hint.New("x", "is wrong", "type y"))
	require.ErrorIs(t, err, ErrTold)
	var lines []map[string]any
	for line := range strings.Lines(out.String()) {
		var fields map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &fields), line)
		require.NotEmpty(t, fields["time"])
		delete(fields, "time")
		lines = append(lines, fields)
	}
	require.NotContains(t, fmt.Sprint(lines), "\x1b")
	require.Contains(t, lines[1]["msg"], "two")
	lines[1]["msg"] = "two"
	require.Equal(t, []map[string]any{
		{"level": "INFO", "msg": "one"},
		{"level": "WARN", "msg": "two"},
		{"level": "INFO", "msg": "hint", "hint": "three"},
		{"level": "INFO", "msg": "four"},
		{"level": "ERROR", "msg": "x: is wrong", "hint": "type y"},
	}, lines)
}

// TestAMistakeKeepsItsExitCode when it is logged, and an error without a log stays as it is.
func TestAMistakeKeepsItsExitCode(t *testing.T) {
	var out bytes.Buffer
	s := New(nil, &bytes.Buffer{}, &out)
	plain := errors.New("x")
	require.Equal(t, plain, s.LogError(plain))
	s.Err.LogJSON()
	require.NoError(t, s.LogError(nil))
	require.Equal(t, Misuse, Report(&out, s.LogError(Misused("y", "x"))))
	require.Equal(t, Failed, Report(&out, s.LogError(plain)))
	require.Equal(t, 2, strings.Count(out.String(), "\n"), "each is told once: %s", out.String())
}
