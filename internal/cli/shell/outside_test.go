package shell

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatWasTypedWronglyForgesNoLine(t *testing.T) {
	err := Misused("arena --help", "%s: no such command", "a\nhint: rm -r /")
	require.EqualError(t, err, `"a\nhint: rm -r /": no such command`)
}

func TestProgressOfAForgedNameControlsNoTerminal(t *testing.T) {
	var seen bytes.Buffer
	s := NewScreen(&seen)
	s.Terminal = true
	s.Progress("compiling %s", "\x1b[2Jzorg")
	require.Equal(t, `compiling "\x1b[2Jzorg"`, seen.String())
}
