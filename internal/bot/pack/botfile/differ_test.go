package botfile

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDifferencesOfPackages(t *testing.T) {
	linux, windows := Program{OS: "linux", Arch: "amd64"}, Program{OS: "windows", Arch: "amd64"}
	other := linux
	other.SHA256 = "other"
	a, b := File{Entry: Entry{File: "files/a"}}, File{Entry: Entry{File: "files/b"}}
	changed := a
	changed.Executable = true
	packed := Manifest{Programs: []Program{linux, windows}, Files: []File{a}}
	for name, c := range map[string]struct {
		again Manifest
		want  []Difference
	}{
		"none": {packed, nil},
		"another program": {
			Manifest{Programs: []Program{other, windows}, Files: []File{a}},
			[]Difference{{System: "linux/amd64"}},
		},
		"a program less": {
			Manifest{Programs: []Program{linux}, Files: []File{a}},
			[]Difference{{System: "windows/amd64"}},
		},
		"another file": {Manifest{Programs: packed.Programs, Files: []File{changed}}, []Difference{{File: "files/a"}}},
		"a file less":  {Manifest{Programs: packed.Programs}, []Difference{{File: "files/a"}}},
		"a file that it has": {
			Manifest{Programs: packed.Programs, Files: []File{a, b}},
			[]Difference{{File: "files/b", Lacking: true}},
		},
	} {
		require.Equal(t, c.want, packed.Differences(c.again), name)
	}
}
