// Package pagedatatest reads what the page gets, for tests.
package pagedatatest

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// ThroughJSON returns a match as the page gets it.
func ThroughJSON(t testing.TB, m pagedata.Match) (again pagedata.Match) {
	t.Helper()
	text, err := json.Marshal(m)
	require.NoError(t, err)
	require.NotContains(t, string(text), "null", "the page expects lists")
	require.NoError(t, json.Unmarshal(text, &again))
	return again
}

// RequireShown fails unless the page is given everything there is to see.
func RequireShown(t testing.TB, s *story.Story, m pagedata.Match) {
	t.Helper()
	scenes, logs := Decode(m)
	require.Len(t, scenes, len(s.Scenes))
	require.Len(t, logs, len(s.Played))
	for i, one := range s.Scenes {
		require.Equal(t, normal(one), normal(scenes[i]), "frame %d", i)
	}
	for i, h := range s.Played {
		require.Equal(t, i, m.Played[i].Number)
		require.Equal(t, normalLog(h.Log), normalLog(logs[i]), "round %d", i)
		require.Len(t, m.Played[i].Used, len(h.Turns))
	}
}

// normal returns a scene with nil for everything that is empty.
func normal(s scene.Scene) scene.Scene {
	s.Cells, s.Owners = orNil(s.Cells), orNil(s.Owners)
	s.Units, s.Numbers = orNil(s.Units), orNil(s.Numbers)
	return s
}

func normalLog(l scene.Log) scene.Log {
	return scene.Log{Orders: orNil(l.Orders), Events: orNil(l.Events)}
}

func orNil[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return slices.Clip(list)
}
