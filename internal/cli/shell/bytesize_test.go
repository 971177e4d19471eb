package shell

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSizes(t *testing.T) {
	for text, want := range map[string]byteSize{
		"256MB": 256 << 20, "256 mb": 256 << 20, "1GB": 1 << 30, "2g": 2 << 30, "512MiB": 512 << 20, "64k": 64 << 10,
		"100": 100, "7B": 7, "0": 0,
	} {
		var got byteSize
		require.NoError(t, got.Set(text), text)
		require.Equal(t, want, got, text)
		var again byteSize
		require.NoError(t, again.Set(got.String()), got.String())
		require.Equal(t, got, again, "%s is printed as %s", text, &got)
	}
	for _, text := range []string{"", "MB", "-1MB", "1.5GB", "1TB", "9223372036854775807GB", "1MBMB", "1 2MB", "0x10"} {
		require.Error(t, new(byteSize).Set(text), text)
	}
}
