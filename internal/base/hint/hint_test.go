package hint_test

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/hint"
)

func TestTheCulpritComesFirst(t *testing.T) {
	require.EqualError(t, hint.New("my bot", "is not a file", "name a file"), "my bot: is not a file")
	require.EqualError(t, hint.New("", "there is no room", "make some"), "there is no room")
}

func TestNoCulpritDisturbsItsMessage(t *testing.T) {
	for culprit, want := range map[string]string{
		"a\nhint: rm -r /": `"a\nhint: rm -r /": is not a file`,
		"\x1b[31mred":      `"\x1b[31mred": is not a file`,
		"gpj\u202e":        `"gpj\u202e": is not a file`,
	} {
		require.EqualError(t, hint.New(culprit, "is not a file", ""), want)
	}
}

func TestACauseIsThereButNotSaidTwice(t *testing.T) {
	err := hint.New("zorg", "can't be read", "chmod +r zorg").Because(fs.ErrPermission)
	require.EqualError(t, err, "zorg: can't be read")
	require.ErrorIs(t, err, fs.ErrPermission)
	require.NotErrorIs(t, hint.New("zorg", "can't be read", ""), fs.ErrPermission)
}

// kept is an error of a package of its own, which somebody tells from others.
type kept struct{ hint.HintedError }

func TestAHintIsFoundBelowOtherErrors(t *testing.T) {
	hinted := hint.New("zorg", "is not a file", "name a file")
	for name, err := range map[string]error{
		"itself":       hinted,
		"wrapped":      fmt.Errorf("seat 2: %w", hinted),
		"joined":       errors.Join(fs.ErrClosed, hinted),
		"embedded":     &kept{*hinted},
		"of its cause": fmt.Errorf("seat 2: %w", &kept{*hinted}),
	} {
		require.Equal(t, "name a file", hint.Of(err), name)
	}
}

func TestTheOutermostHintCounts(t *testing.T) {
	inner := hint.New("zorg", "is not a file", "name a file")
	require.Equal(t, "give another name", hint.Of(hint.New("seat 2", "is free", "give another name").Because(inner)))
}

func TestThereMayBeNoHint(t *testing.T) {
	for _, err := range []error{nil, fs.ErrClosed, hint.New("zorg", "is not a file", "")} {
		require.Empty(t, hint.Of(err), "%v", err)
	}
}

func TestAnErrorGetsACulpritAndKeepsItsHint(t *testing.T) {
	inner := hint.New("", "nothing would confine it", "name it")
	for culprit, want := range map[string]string{
		"zorg":   "zorg: seat 2: nothing would confine it",
		"zo\nrg": `"zo\nrg": seat 2: nothing would confine it`,
	} {
		err := hint.Wrap(culprit, fmt.Errorf("seat 2: %w", inner))
		require.EqualError(t, err, want)
		require.ErrorIs(t, err, inner)
		require.Equal(t, "name it", hint.Of(err))
	}
	require.Empty(t, hint.Of(hint.Wrap("zorg", fs.ErrClosed)))
}
