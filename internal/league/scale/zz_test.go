package scale_test

import (
	"testing"
	"os"
	"runtime"
	"runtime/pprof"

	"github.com/stretchr/testify/require"
	"github.com/botarena/arena/internal/league"
)

func TestZZ(t *testing.T) {
	if *made == "" { t.Skip() }
	got, err := readTable(t.Context(), league.Folder(*made))
	require.NoError(t, err)
	t.Log(got)
	f, _ := os.Create("/tmp/help/l_heap.prof")
	runtime.GC()
	_ = pprof.Lookup("allocs").WriteTo(f, 0)
	f.Close()
}
