package main

import (
	"bytes"
	"fmt"
	"strings"
	"time"
)

// inDebian returns the files of a Debian package where Debian wants them.
func (d documents) inDebian(programs []file) ([]file, error) {
	const docs = "usr/share/doc/arena"
	files := below("usr/bin", programs)
	files = append(files, []file{
		{name: docs + "/copyright", data: d.licence.data},
		d.readme.below(docs),
		service(),
	}...)
	for _, c := range d.completions {
		if c.debian != "" {
			files = append(files, file{name: c.debian, data: c.data})
		}
	}
	// Debian calls the changes of upstream so, where a package has none of its own.
	compressed := []file{{name: docs + "/changelog", data: d.changes.data}}
	for _, page := range d.pages {
		compressed = append(compressed, page.below("usr/share/man/man1"))
	}
	for _, f := range compressed {
		data, err := gzipped(f.data)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: f.name + ".gz", data: data})
	}
	for _, example := range d.examples {
		files = append(files, example.below(docs))
	}
	return files, nil
}

// debianPackage returns a package for Debian and the systems that descend from it. Its format
// is that of deb(5): an ar of a version and two tars.
func debianPackage(s source, p platform, files []file) (file, error) {
	control, err := tarred([]file{{name: "control", data: controlText(s, p, files)}}, s.commit)
	if err != nil {
		return file{}, err
	}
	data, err := tarred(files, s.commit)
	if err != nil {
		return file{}, err
	}
	packed := arPacked([]file{
		{name: "debian-binary", data: []byte("2.0\n")},
		{name: "control.tar.gz", data: control},
		{name: "data.tar.gz", data: data},
	}, s.commit)
	return file{name: fmt.Sprintf("arena_%s_%s.deb", s.number(), p.arch), data: packed}, nil
}

// controlText returns what dpkg knows of a package. It depends on nothing, as its programs are
// static; only authors of bots in Go need Go.
func controlText(s source, p platform, files []file) []byte {
	const kibibyte = 1 << 10
	size := 0
	for _, f := range files {
		size += (len(f.data) + kibibyte - 1) / kibibyte
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, `Package: arena
Version: %s
Architecture: %s
Maintainer: The arena authors <botarena@users.noreply.github.com>
Installed-Size: %d
Suggests: golang-go
Section: games
Priority: optional
Homepage: https://%s
Description: arena for bots of programming games
 Plays matches between bots, each a process of its own, records them,
 and shows what happened in them.
`, debianVersion(s), p.arch, size, arenaModule)
	return text.Bytes()
}

// debianVersion returns the version as Debian orders it: 0.6.0~rc.1 comes before 0.6.0.
func debianVersion(s source) string { return strings.Replace(s.number(), "-", "~", 1) }

// arPacked returns an ar archive of files that belong to root.
func arPacked(files []file, at time.Time) []byte {
	var packed bytes.Buffer
	packed.WriteString("!<arch>\n")
	for _, f := range files {
		// name, time, owner, group, mode, size
		fmt.Fprintf(&packed, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", f.name, at.Unix(), 0, 0, "100644", len(f.data))
		packed.Write(f.data)
		if len(f.data)%2 == 1 {
			packed.WriteByte('\n')
		}
	}
	return packed.Bytes()
}
