package remote

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// sampleText is the sample as arenas of the first version of jobs write it.
const sampleText = `{
	"game": "orkisland", "rules": 3, "setup": "Ym9hcmQ=", "random": "chacha8", "limits": "cpu=1", "sandbox": "standard",
	"seed": 18446744073709551615, "repeat": 2, "longest": 60000000000,
	"seats": [{
		"name": "a", "version": "", "path": "zorg",
		"program": "0100000000000000000000000000000000000000000000000000000000000000",
		"archive": "0000000000000000000000000000000000000000000000000000000000000000"
	}, {
		"name": "b", "version": "1.2", "path": "zorg",
		"program": "0200000000000000000000000000000000000000000000000000000000000000",
		"archive": "0000000000000000000000000000000000000000000000000000000000000000"
	}]
}`

// TestJobKeepsItsForm, as long as it says that it is of the same version.
func TestJobKeepsItsForm(t *testing.T) {
	told := newJob(sample())
	for i := range told.Seats {
		told.Seats[i].Path = "zorg"
	}
	text, err := told.text()
	require.NoError(t, err)
	written, ours := bytes.CutPrefix(text, []byte("arena job 1\n"))
	require.True(t, ours)
	require.JSONEq(t, sampleText, string(written))
	read, err := readJob([]byte("arena job 1\n" + sampleText))
	require.NoError(t, err)
	require.Equal(t, sample(), read.league())
}

// TestJobOfALargeBoardHasNone, only what it is to be fetched as.
func TestJobOfALargeBoardHasNone(t *testing.T) {
	told := newJob(sample())
	told.Setup, told.Fetch = nil, &digest{1}
	text, err := told.text()
	require.NoError(t, err)
	require.NotContains(t, string(text), `"setup"`)
	require.Contains(t, string(text), `"fetch":"01`)
}
