package viewer

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"errors"

	"github.com/botarena/arena/internal/web/server"
)

// staticPolicy is the content security policy of the page of a site without an arena. Only
// the worker runs WebAssembly; the page itself may not.
const staticPolicy = "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; connect-src " +
	"'self'; img-src data: blob:; " +
	"base-uri 'none'; form-action 'none'"

// ReaderName is the name of the reader on a site.
const ReaderName = "reader.wasm.gz"

// releasedReader is empty in the repository. A release has the arena compiled for wasip1 in its
// place, packed with gzip.
//
//go:embed reader.wasm.gz
var releasedReader []byte

var workerJS = asset("reader.js")

// ErrNoReader is the error of an arena that is not of a release: it has no reader in it.
var ErrNoReader = errors.New("this arena has no reader for browsers in it, as those of a release do")

// errNotReader is the error of a file that is no WebAssembly.
var errNotReader = errors.New("not an arena compiled for wasip1")

// SiteFile is a file of a web site.
type SiteFile struct {
	Name string
	Data []byte
}

// StaticSite returns the files of a web site that shows matches without an arena, on any
// server. The reader is the arena, with the same games, compiled for wasip1; with a nil one
// it is that of the release.
func StaticSite(reader []byte) ([]SiteFile, error) {
	packed := releasedReader
	switch {
	case reader != nil && !bytes.HasPrefix(reader, []byte("\x00asm")):
		return nil, errNotReader
	case reader != nil:
		var err error
		if packed, err = server.Pack(reader, gzip.BestCompression); err != nil {
			return nil, err
		}
	case len(packed) == 0:
		return nil, ErrNoReader
	}
	var index bytes.Buffer
	err := page.Execute(&index, pageParts{Title: "Matches", Policy: staticPolicy, Reader: "reader.js"})
	files := []SiteFile{
		{"index.html", index.Bytes()},
		{"page.js", []byte(pageJS)},
		{"page.css", []byte(pageCSS)},
		{"reader.js", []byte(workerJS)},
		{ReaderName, packed},
	}
	for _, table := range languageTables {
		files = append(files, SiteFile{table.name, []byte(table.text)})
	}
	return files, err
}
