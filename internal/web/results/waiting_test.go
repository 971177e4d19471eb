package results

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAMatchThatIsWaitedForHasItsNumber(t *testing.T) {
	s := newTestSite(t, newStage(), 3)
	require.Contains(t, get(s, "/match/"+named(madeUp(3, 3)[0])).Body.String(), "Match 3")
}
