package system

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

func TestClaim(t *testing.T) {
	prefix := fmt.Sprintf("arena-test-%d", os.Getpid())
	processors := []int{2, 3, 5}
	take := func(n, want int) (release func()) {
		t.Helper()
		got, socket := claim(prefix, processors, n)
		require.Equal(t, want, got)
		require.NotEqual(t, -1, socket)
		return func() { require.NoError(t, unix.Close(socket)) }
	}
	first := take(0, 2)
	take(0, 3) // not that of the first, although both want the same
	take(2, 5)
	take(1, 3) // all are taken once
	first()
	take(1, 2) // the only one that nobody is bound to
	take(3, 2)
	take(3, 5)
	take(4, 3)
}
