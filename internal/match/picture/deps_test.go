package picture_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A picture is painted without a page and without a network.
func TestPicturesNeedNoServer(t *testing.T) {
	const self = "github.com/botarena/arena/internal/match/picture"
	output, err := exec.CommandContext(t.Context(), "go", "list", "-deps", self).Output()
	require.NoError(t, err)
	packages := strings.Fields(string(output))
	require.Contains(t, packages, "github.com/botarena/arena/internal/match/story")
	for _, banned := range []string{"github.com/botarena/arena/internal/web/viewer", "net/http", "net"} {
		require.NotContains(t, packages, banned)
	}
}
