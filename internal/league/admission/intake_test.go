package admission_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/league/uploads"
	"github.com/botarena/arena/internal/league/wire"
)

// TestTheDeskKnowsWhatBecomesOfASubmission, from when it waits on, behind those that came before.
func TestTheDeskKnowsWhatBecomesOfASubmission(t *testing.T) {
	f, _, put := newInbox(t)
	d, digest := admission.NewDesk(f), wire.Digest{1, 2, 3}
	require.Equal(t, admission.Fate{State: admission.Unknown}, admission.FateOf(d, admission.WireName(digest)))
	before, now := time.Now().Add(-time.Hour), time.Now()
	require.NoError(t, os.Chtimes(put("first.bot", "x"), before, before))
	path := put("../incoming", "four")
	require.NoError(t, os.Chtimes(path, now, now))
	require.NoError(t, admission.Take(d, path, admission.WireName(digest)))
	require.NoError(t, os.Chtimes(put("last.bot", "x"), now.Add(time.Hour), now.Add(time.Hour)))
	require.Equal(t, admission.Fate{State: admission.Waits, Before: 1}, admission.FateOf(d, admission.WireName(digest)))
	require.Equal(t, uploads.Backlog{Files: 3, Bytes: 6}, admission.Backlog(d))

	sub := admission.Submission{Typed: filepath.Join(f.Inbox(), admission.WireName(digest)), By: admission.ByWire}
	require.FileExists(t, sub.Typed)
	told := admission.Fate{State: admission.Declined, Text: "why", Hint: "what to do"}
	d.Tell(sub, told)
	require.Equal(t, told, admission.FateOf(d, admission.WireName(digest)))
}

// TestWhatCameByWireIsKnownByItsName in the inbox, which nobody else gives a file by chance.
func TestWhatCameByWireIsKnownByItsName(t *testing.T) {
	f, inbox, put := newInbox(t)
	d := admission.NewDesk(f)
	require.NoError(t, admission.Take(d, put("../incoming", "x"), admission.WireName(wire.Digest{7})))
	put("zorg.bot", "x")
	whole(t, inbox, 0)
	found, err := inbox.Whole(noon.Add(time.Hour))
	require.NoError(t, err)
	called := make(map[string]admission.Bringer)
	for _, sub := range found {
		called[sub.Called()] = sub.By
	}
	require.Equal(t, map[string]admission.Bringer{"FILE": admission.ByWire, "zorg.bot": admission.ByInbox}, called)
}

// TestTheDeskForgets the oldest when there are too many, or strangers could fill the memory.
func TestTheDeskForgets(t *testing.T) {
	d := admission.NewDesk("x")
	digest := func(n int) wire.Digest { return wire.Digest{byte(n), byte(n >> 8)} }
	for n := range admission.MostFates + 1 {
		d.Tell(admission.Submission{Typed: admission.WireName(digest(n))}, admission.Fate{State: admission.Joins})
	}
	require.Equal(t, admission.Unknown, admission.FateOf(d, admission.WireName(digest(0))).State)
	require.Equal(t, admission.Joins, admission.FateOf(d, admission.WireName(digest(1))).State)
	require.Equal(t, admission.Joins, admission.FateOf(d, admission.WireName(digest(admission.MostFates))).State)
}
