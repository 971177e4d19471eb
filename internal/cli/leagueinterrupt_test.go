package cli

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
)

// TestInterruptedInTheStore tells which signal it was, and nothing of contexts.
func TestInterruptedInTheStore(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "tuesdays")
	arena(t, "league", "new", "orkisland", folder, "--sandbox", "none")
	ctx, interrupt := context.WithCancelCause(t.Context())
	interrupt(errors.New("interrupt signal received"))
	var out, errs bytes.Buffer
	require.Equal(t, 1, run(ctx, games.All(), []string{"league", "show", folder}, &out, &errs))
	require.Equal(t, "interrupt signal received\n", errs.String())
}

// TestALeagueThatIsEndedBeforeItBeganHasNotFailed: a service may be stopped as soon as it was started.
func TestALeagueThatIsEndedBeforeItBeganHasNotFailed(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "tuesdays")
	arena(t, "league", "new", "orkisland", folder, "--sandbox", "none")
	serve := []string{"league", "serve", folder, "--sandbox", "none"}
	ctx, end := context.WithCancelCause(t.Context())
	end(errors.New("terminated signal received"))
	var out, errs bytes.Buffer
	for _, more := range [][]string{nil, {"--check-share", "1"}, {"--for", "1ns"}} {
		require.Equal(t, 0, run(ctx, games.All(), append(serve, more...), &out, &errs), "%v: %s", more, &errs)
	}
	require.Equal(t, 0, run(t.Context(), games.All(), append(serve, "--for", "1ns"), &out, &errs), "%s", &errs)
	require.Equal(t, 2, run(ctx, games.All(), append(serve, "-j", "-1"), &out, &errs), "a mistake is one")
}
