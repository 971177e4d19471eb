package admission_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/league/admission"
)

// TestAPackageThatCannotBeReadIsRefused, also by root: nobody reads what is at the beginning of a program's memory.
func TestAPackageThatCannotBeReadIsRefused(t *testing.T) {
	h := newHouse(t, nil)
	for name, by := range map[string]admission.Bringer{"sent.bot": admission.ByInbox, wireName: admission.ByWire} {
		path := filepath.Join(h.folder.Inbox(), name)
		require.NoError(t, os.Symlink("/proc/self/mem", path))
		sub := admission.Submission{Typed: path, By: by}
		why := h.refused(sub)
		require.Equal(t, admission.Refusal{
			Reason: admission.Unfit, Culprit: safe.Outside(sub.Called()), Why: "input/output error",
		}, *why)
		requireNoPath(t, why)
	}
}
