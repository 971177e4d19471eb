package admission_test

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/trust"
	"github.com/botarena/arena/internal/league/admission"
)

// packForTwo packs a program for this system, and another for a system that is none, into the inbox.
func (h *house) packForTwo(name string) string {
	h.t.Helper()
	program := func(os, arch, text string) botfile.Content {
		return botfile.Content{
			OS: os, Arch: arch, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil },
		}
	}
	parcel, err := botfile.NewParcel([]botfile.Content{
		program(runtime.GOOS, runtime.GOARCH, "here"), program("plan9", "mips", strings.Repeat("there ", 1000)),
	})
	require.NoError(h.t, err)
	sign := func(text []byte) ([]byte, error) { return trust.Sign(text, key(h.t, "anna")) }
	var packed bytes.Buffer
	manifest := botfile.Manifest{Name: name, Version: "1", Author: "anna", Kind: "program", Start: name}
	require.NoError(h.t, parcel.Write(&packed, manifest, sign))
	path := filepath.Join(h.folder.Inbox(), "sent.bot")
	require.NoError(h.t, os.WriteFile(path, packed.Bytes(), 0o600))
	return path
}

// damage changes a byte of the first file of a package whose name has a part.
func damage(t *testing.T, path, part string) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	archive, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	require.NoError(t, err)
	for _, entry := range archive.File {
		if strings.Contains(entry.Name, part) {
			at, err := entry.DataOffset()
			require.NoError(t, err)
			text[at+int64(entry.CompressedSize64)/2] ^= 0x10 //nolint:gosec // it is small
			require.NoError(t, os.WriteFile(path, text, 0o600))
			return
		}
	}
	require.Fail(t, "no such file", part)
}

// TestAProgramForAnotherSystemMayNotBeDamaged either: workers elsewhere would be sent it.
func TestAProgramForAnotherSystemMayNotBeDamaged(t *testing.T) {
	h := newHouse(t, nil)
	for _, by := range []admission.Bringer{admission.ByInbox, admission.ByWire, admission.ByOrganiser} {
		path := h.packForTwo("zorg")
		damage(t, path, "plan9")
		sub := admission.Submission{Typed: path, By: by}
		why := h.refused(sub)
		require.Equal(t, admission.Unfit, why.Reason)
		require.Equal(t, sub.Called(), why.Culprit.Raw())
		require.Contains(t, why.Why, "damaged: ")
		require.Contains(t, why.Why, "plan9")
		require.NotContains(t, why.Why, organisers)
	}
	path := h.packForTwo("zorg")
	require.Equal(t, "zorg", h.joins(admission.Submission{Typed: path, By: admission.ByInbox}).Name)
}

// TestAPackageThatIsTooLargeIsRefusedAsSuch, whatever it holds.
func TestAPackageThatIsTooLargeIsRefusedAsSuch(t *testing.T) {
	tier.Long(t, "copies 256 MB")
	h := newHouse(t, nil)
	path := h.packForTwo("zorg")
	require.NoError(t, os.Truncate(path, botfile.MaxPackage+1))
	require.Equal(t, admission.Refusal{
		Reason: admission.Unfit, Culprit: "sent.bot", Why: "larger than 256 MB",
	}, *h.refused(admission.Submission{Typed: path, By: admission.ByInbox}))
}
