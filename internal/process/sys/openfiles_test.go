package sys_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/sys"
)

func TestTryOpensAndCloses(t *testing.T) {
	for range 1000 {
		require.NoError(t, sys.RaiseFiles(8))
	}
}
