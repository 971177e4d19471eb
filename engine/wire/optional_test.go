package wire_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
	"github.com/botarena/arena/engine/wire"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// grown has a setting that was not there at first.
type grown struct{ rows, wild int }

func (g *grown) Settings() []engine.Setting {
	return []engine.Setting{
		{Name: "rows", Value: &g.rows, Default: 4, Min: 1, Max: 9},
		{Name: "wild", Value: &g.wild, Default: 2, Min: 1, Max: 3, Optional: true},
	}
}

// TestAnOptionalSettingIsLeftOut while it has its default, of messages and of files.
func TestAnOptionalSettingIsLeftOut(t *testing.T) {
	for _, g := range []grown{{5, 2}, {5, 3}} {
		message, text := wire.Settings(&g), cnf.AppendSettings(nil, &g)
		if g.wild == 2 {
			require.Len(t, message, 1)
			require.NotContains(t, string(text), "wild")
		} else {
			require.Len(t, message, 2)
			require.Contains(t, string(text), "wild ")
		}
		sent, read := grown{wild: 1}, grown{wild: 1}
		require.NoError(t, wire.ReadSettings(&sent, message))
		require.Equal(t, g, sent)
		r := cnf.NewReader(append(text, "END"...))
		r.Settings(&read)
		r.Expect("END")
		require.NoError(t, r.Err())
		require.Equal(t, g, read)
	}
	other := &arenav1.Setting{Name: "other"}
	require.EqualError(t, wire.ReadSettings(new(grown), append(wire.Settings(&grown{5, 2}), other)),
		"2 settings, but there are 1")
	require.EqualError(t, wire.ReadSettings(new(grown), wire.Settings(&grown{5, 4})), "wild: 4, but the most is 3")
}
