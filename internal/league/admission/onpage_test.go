package admission_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/admission"
)

// TestWhoHasNoTerminalIsToldNoCommands: what is to be done otherwise on a page is said otherwise, or not at all.
func TestWhoHasNoTerminalIsToldNoCommands(t *testing.T) {
	const name = "give the bot another name, of 12 characters at most"
	for _, test := range []struct {
		reason admission.Reason
		fix    string
		want   string
	}{
		{admission.Held, otherName, name},
		{admission.Taken, "choose another name, or have the organiser enter it: arena league add", name},
		{admission.BadName, "--name takes up to 12 characters", name},
		{admission.Old, higher, "submit it again"},
		{admission.Unsigned, admission.HowToSign, ""},
		{admission.Failed, "see it: arena check x", ""},
		{admission.Failed, "think less - much less", "think less - much less"},
		{admission.Unfit, "try --build", ""},
		{admission.Quota, "submit it again in 2 minutes", "submit it again in 2 minutes"},
		{admission.Twin, oneName, oneName},
	} {
		r := &admission.Refusal{Reason: test.reason, Fix: test.fix}
		require.Equal(t, test.want, r.OnPage(), test.fix)
	}
}
