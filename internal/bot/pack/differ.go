package pack

import "slices"

// Difference is a program or a file in which two packages of a bot differ.
type Difference struct {
	System  string // of a program; "" for a file
	File    string // "" for a program
	Lacking bool   // the first package does not have the file
}

// Differences compares the files of a package with those that its source makes again.
func (m Manifest) Differences(again Manifest) (all []Difference) {
	for _, p := range m.Programs {
		if now, ok := again.ProgramFor(p.OS, p.Arch); !ok || now != p {
			all = append(all, Difference{System: p.System()})
		}
	}
	for _, f := range m.Files {
		if !slices.Contains(again.Files, f) {
			all = append(all, Difference{File: f.File})
		}
	}
	for _, f := range again.Files {
		if !slices.ContainsFunc(m.Files, func(packed File) bool { return packed.File == f.File }) {
			all = append(all, Difference{File: f.File, Lacking: true})
		}
	}
	return all
}
