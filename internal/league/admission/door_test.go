package admission_test

import (
	"net/netip"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/league/uploads"
	"github.com/botarena/arena/internal/league/wire"
)

func sent(file []byte) []admission.HandedFile {
	return []admission.HandedFile{{Path: "zorg.bot", Data: file}}
}

// TestWhatComesInOnePieceIsTakenAsWhatComesInParts, within the limits of an address.
func TestWhatComesInOnePieceIsTakenAsWhatComesInParts(t *testing.T) {
	f, _, _ := newInbox(t)
	desk := admission.NewDesk(f)
	door, err := desk.NewDoor()
	require.NoError(t, err)
	one, other, now := netip.MustParsePrefix("192.0.2.7/32"), netip.MustParsePrefix("192.0.2.8/32"), time.Unix(1e9, 0)
	receipt, err := door.Take(admission.By{From: one}, "", sent([]byte("bot")), now)
	require.NoError(t, err)
	require.Equal(t, wire.Fate{State: wire.Waits}, door.Fate(receipt))
	require.Equal(t, wire.Fate{State: wire.Unknown}, door.Fate("another"))
	found, err := filepath.Glob(filepath.Join(f.Inbox(), "*.bot"))
	require.NoError(t, err)
	require.Len(t, found, 1)
	text, err := os.ReadFile(found[0])
	require.NoError(t, err)
	require.Equal(t, "bot", string(text))

	desk.Tell(admission.Submission{Typed: found[0]}, wire.Fate{State: wire.Joins, Text: "it joins"})
	require.Equal(t, wire.Fate{State: wire.Joins, Text: "it joins"}, door.Fate(receipt))
	again, err := door.Take(admission.By{From: one}, "", sent([]byte("bot")), now)
	require.NoError(t, err)
	require.NotEqual(t, receipt, again, "another author must not guess it")

	_, err = door.Take(admission.By{From: one}, "", sent(nil), now)
	require.ErrorAs(t, err, new(*uploads.Refusal))
	taken := 0
	for err = nil; err == nil; taken++ {
		require.Less(t, taken, 100)
		_, err = door.Take(admission.By{From: one}, "", sent([]byte{byte(taken)}), now)
	}
	require.ErrorIs(t, err, uploads.ErrBusy)
	require.Greater(t, taken, 10)
	_, err = door.Take(admission.By{From: other}, "", sent([]byte("bot 2")), now)
	require.NoError(t, err, "who comes from elsewhere does not wait")
	left, err := os.ReadDir(f.Arriving())
	require.NoError(t, err)
	require.Empty(t, left)
}
