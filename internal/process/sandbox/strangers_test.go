package sandbox_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/sandbox"
)

// TestWhoMayStartWhereNothingConfines: one's own programs and modules may, programs of strangers only by the user's
// word.
func TestWhoMayStartWhereNothingConfines(t *testing.T) {
	own, module := sandbox.Origin{}, sandbox.Origin{Stranger: true, Module: true}
	native, unnamed := sandbox.Origin{Stranger: true}, sandbox.Origin{Unnamed: true}
	for name, test := range map[string]struct {
		terms   sandbox.Terms
		refused map[sandbox.Origin]string
	}{
		"in the sandbox that is usual": {sandbox.Terms{Level: sandbox.Standard}, nil},
		"in a sandbox that was typed":  {sandbox.Terms{Level: sandbox.Strict, Asked: true}, nil},
		"without one, as typed":        {sandbox.Terms{Level: sandbox.None, Asked: true}, nil},
		"without one, as there is none": {sandbox.Terms{Level: sandbox.None}, map[sandbox.Origin]string{
			native:  "a stranger has made it, and nothing would confine it",
			unnamed: "nothing would confine it, and you have not named it",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, o := range []sandbox.Origin{own, module, native, unnamed} {
				err := test.terms.MayStart(o)
				if test.refused[o] == "" {
					require.NoError(t, err, "%+v", o)
					continue
				}
				require.EqualError(t, err, test.refused[o], "%+v", o)
			}
		})
	}
	refused := new(sandbox.RefusedError)
	require.ErrorAs(t, sandbox.Terms{Level: sandbox.None}.MayStart(native), &refused)
	require.Contains(t, refused.Hint(), ".wasm")
	require.Contains(t, refused.Hint(), "--sandbox none")
}
