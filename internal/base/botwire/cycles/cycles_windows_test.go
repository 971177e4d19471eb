package cycles

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/windows"
)

func TestCyclesTakeTime(t *testing.T) {
	const rate = 2_893_000_000
	require.Equal(t, time.Second, inTime(rate, rate))
	require.Equal(t, time.Millisecond, inTime(rate/1000, rate))
	require.Equal(t, 365*24*time.Hour, inTime(365*24*3600*rate, rate), "the product has more than 64 bits")
	require.Zero(t, inTime(1, rate))
	require.Zero(t, inTime(rate, 0), "nobody knows")
}

func TestTheCyclesOfThisProcess(t *testing.T) {
	self := windows.CurrentProcess()
	if windows.NewLazySystemDLL("ntdll.dll").NewProc("wine_get_version").Find() == nil {
		require.Zero(t, Count(self), "Wine knows nothing of them")
		require.Zero(t, CPUTime(self))
		t.Skip("Wine counts no cycles; Windows itself shows the rest")
	}
	require.Greater(t, rate(), uint64(100_000_000))
	require.Zero(t, Count(windows.InvalidHandle-1))
	for range 10 { // on a machine that does something else as well, it is less than the time that went by
		begin, before := time.Now(), CPUTime(self)
		for time.Since(begin) < 50*time.Millisecond { //nolint:revive // it is to be busy
		}
		if used := CPUTime(self) - before; used > 45*time.Millisecond && used < 60*time.Millisecond {
			return
		}
	}
	t.Fatal("50 ms of a busy process were never 50 ms")
}
