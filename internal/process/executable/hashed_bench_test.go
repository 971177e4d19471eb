package executable_test

import (
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/executable"
)

// BenchmarkLook is what each start costs three times: twice at the start, and after the first match.
func BenchmarkLook(b *testing.B) {
	folder := b.TempDir()
	for n := range 300 {
		put(b, filepath.Join(folder, strconv.Itoa(n)), "old")
	}
	for name, top := range map[string]string{"file": filepath.Join(folder, "0"), "folder of 300": folder} {
		b.Run(name, func(b *testing.B) {
			h, err := executable.Hash([]string{top}, executable.SumFile)
			require.NoError(b, err)
			for b.Loop() {
				requireDifference(b, "", h)
			}
		})
	}
}
