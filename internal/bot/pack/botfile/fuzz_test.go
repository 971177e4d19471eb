package botfile_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/pack/botfile"
)

// FuzzOpen: whatever a file holds, it is refused, or it is byte for byte what the arena would
// write for its contents, but for how they are compressed.
func FuzzOpen(f *testing.F) {
	m, contents := zorg()
	for _, sign := range []botfile.Sign{nil, signature} {
		parcel, err := botfile.NewParcel(contents)
		require.NoError(f, err)
		var file bytes.Buffer
		require.NoError(f, parcel.Write(&file, m, sign))
		f.Add(file.Bytes())
	}
	small := botfile.Manifest{Name: "x", Kind: "Python", Start: "x.py"}
	parcel, err := botfile.NewParcel([]botfile.Content{{Path: "x.py", Open: text("print()")}})
	require.NoError(f, err)
	var file bytes.Buffer
	require.NoError(f, parcel.Write(&file, small, nil))
	f.Add(file.Bytes())
	f.Fuzz(func(t *testing.T, file []byte) {
		p, err := open(file)
		if err != nil {
			return
		}
		require.NoError(t, p.Manifest.Check())
		text, err := p.Manifest.Text()
		require.NoError(t, err)
		require.Equal(t, string(p.Text), string(text))
		for _, f := range p.Manifest.Files {
			if p.Extract(f.Entry, io.Discard) == nil {
				require.LessOrEqual(t, f.Size, int64(1032*len(file)), "more than deflate can hold")
			}
		}
	})
}

// FuzzParseManifest: what is read is written as it was.
func FuzzParseManifest(f *testing.F) {
	m, contents := zorg()
	parcel, err := botfile.NewParcel(contents)
	require.NoError(f, err)
	full, err := parcel.Fill(m)
	require.NoError(f, err)
	text, err := full.Text()
	require.NoError(f, err)
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := botfile.ParseManifest(text)
		if err != nil {
			return
		}
		again, err := m.Text()
		require.NoError(t, err)
		require.Equal(t, string(text), string(again))
	})
}
