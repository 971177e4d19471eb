package shell

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/hint"
)

func TestExitCodesAndWhatIsSaid(t *testing.T) {
	for name, test := range map[string]struct {
		err  error
		code int
		want string
	}{
		"done":       {nil, 0, ""},
		"plain":      {errors.New("x: gone"), 1, "x: gone\n"},
		"hint":       {hint.With(errors.New("x: gone"), "look"), 1, "x: gone\nhint: look\n"},
		"inside":     {fmt.Errorf("y: %w", hint.With(errors.New("gone"), "look")), 1, "y: gone\nhint: look\n"},
		"outer":      {hint.With(hint.With(errors.New("x"), "inner"), "outer"), 1, "x\nhint: outer\n"},
		"misuse":     {Misused("arena --help", "%s: none", "x"), 2, "x: none\nhint: arena --help\n"},
		"in another": {errors.Join(errors.New("y"), Misused("z", "x")), 2, "y\nx\nhint: z\n"},
		"told":       {ErrTold, 1, ""},
		"told, too":  {fmt.Errorf("x: %w", ErrTold), 1, ""},
	} {
		var told bytes.Buffer
		require.Equal(t, test.code, Report(&told, test.err), name)
		require.Equal(t, test.want, told.String(), name)
	}
	require.Contains(t, hint.Of(hint.With(syscall.EMFILE, "another")), "ulimit -n 1024", "this is why")
}

// full is a disk with room for some bytes.
type full struct{ room int }

func (f *full) Write(text []byte) (int, error) {
	if len(text) > f.room {
		return f.room, errors.New("full")
	}
	f.room -= len(text)
	return len(text), nil
}

func TestTheOutputKeepsItsFirstError(t *testing.T) {
	o := &Output{To: &full{room: 3}}
	fmt.Fprint(o, "abc")
	require.NoError(t, o.Failed)
	fmt.Fprint(o, "d")
	require.EqualError(t, o.Failed, "full")
	o.To = iotest.TruncateWriter(io.Discard, 0)
	_, _ = o.AsIs([]byte("e"))
	require.EqualError(t, o.Failed, "full")
}

func TestNothingThatIsPrintedControlsTheTerminal(t *testing.T) {
	s, out, told := printing()
	n, err := s.Out.Write([]byte("a\x1b[31mb\n"))
	require.NoError(t, err)
	require.Equal(t, len("a?[31mb?"), n)
	require.NotContains(t, out.String(), "\x1b")
	n, err = s.Err.Write([]byte("a\x1b[31mb\n"))
	require.NoError(t, err)
	require.Equal(t, len("a?[31mb?"), n)
	require.NotContains(t, told.String(), "\x1b")
	out.Reset()
	_, _ = s.Out.AsIs([]byte("\x1b"))
	require.Equal(t, "\x1b", out.String())
}

func TestTheLineOfProgress(t *testing.T) {
	s, _, told := printing()
	s.Err.Progress("round %d", 1)
	require.Empty(t, told.String(), "not on a terminal")
	s.Err.Terminal = true
	s.Err.Progress("round %d", 1)
	s.Err.Progress("round %d", 2)
	require.Equal(t, "round 1", told.String(), "not so often")
	fmt.Fprintln(s.Err, "a line")
	require.Equal(t, "round 1\r       \ra line\n", told.String())
	s.Err.Clear()
	require.Equal(t, "round 1\r       \ra line\n", told.String(), "it was erased")
}

func TestALongBuildIsToldOnce(t *testing.T) {
	s, _, told := printing()
	building := s.Err.building()
	building("zorg", 0, 0)
	building("zorg", 3, longBuild-1)
	require.Empty(t, told.String())
	building("zorg", 50, longBuild)
	building("borg", 60, longBuild+10)
	require.Equal(t, "note: compiling 50 packages for the bots; only the first time takes minutes\n", told.String())
	told.Reset()
	s.Err.Terminal = true
	building("zorg", 3, 7)
	require.Equal(t, "building zorg for the first time: 3 of 7 packages left", told.String())
}
