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
