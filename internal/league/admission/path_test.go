//go:build unix

package admission_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/process/sandbox"
)

// TestNobodyOutsideIsToldAPathByABotThatDoesNotStart: these are really started. What they print themselves is
// told as it is.
func TestNobodyOutsideIsToldAPathByABotThatDoesNotStart(t *testing.T) {
	tier.Needs(t, "sh")
	for name, test := range map[string]struct{ file, text, why, fix string }{
		"ends": {"ends.sh", "exit 3\n", "not a bot: it exited with code 3", ""},
		"says why": {
			"says.sh", "echo no module >&2; exit 1\n", `it exited with code 1 and said "no module"`,
			"by hand: arena check says.sh",
		},
		"no system":  {"none", "#!/nowhere/at/all\n", "can't be started: ", ""},
		"no shebang": {"text", "echo arena 1\n", "can't be started: ", ""},
		"no lines":   {"no.sh", "echo hello\n", `not a bot: `, ""},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, nil)
			h.Meet, h.Check = nil, nil
			h.Finder.Terms = sandbox.Terms{Level: sandbox.None, Asked: true}
			path := filepath.Join(h.folder.Inbox(), test.file)
			require.NoError(t, os.WriteFile(path, []byte(test.text), 0o700)) //nolint:gosec // a program
			why := h.refused(admission.Submission{Typed: path, By: admission.ByInbox})
			require.Equal(t, admission.Unfit, why.Reason)
			require.Equal(t, test.file, why.Culprit.Raw())
			require.Contains(t, why.Why, test.why)
			require.Contains(t, why.Fix, test.fix)
			requireNoPath(t, why)
		})
	}
}
