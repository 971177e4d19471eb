package admission_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/process/host"
)

// TestAPackageIsCalledAsItWasTyped, also the organiser's, and not by the path of the league's copy.
func TestAPackageIsCalledAsItWasTyped(t *testing.T) {
	h := newHouse(t, nil)
	var met find.Bot
	meet := h.Meet
	h.Meet = func(ctx context.Context, b find.Bot, game engine.Info, o host.Options) (lineup.Entrant, error) {
		met = b
		return meet(ctx, b, game, o)
	}
	sub := h.byOrganiser("zorg", "1", "anna", "zorg")
	h.joins(sub)
	require.Equal(t, sub.Typed, met.Typed)
	require.Equal(t, sub.Typed, met.Command.Called)
}
