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
// place, as a reactor, packed with gzip.
//
//go:embed reader.wasm.gz
var releasedReader []byte

var workerJS = asset("reader.js")

// ErrNoReader is the error of an arena that is not of a release: it has no reader in it.
var ErrNoReader = errors.New("this arena has no reader for browsers in it, as those of a release do")

// The errors of a file that is no arena for browsers, or one that was compiled as a program and not as a reactor.
var (
	errNotReader = errors.New("not an arena compiled for wasip1")
	errOnlyReads = errors.New("it can only read matches: for a playground it is compiled with -buildmode=c-shared")
)

// reactorExport is an export that only reactors have, as WebAssembly has it: the length of its name, its name, and that
// it is a function.
const reactorExport = "\x0b_initialize\x00"

// SiteFile is a file of a web site.
type SiteFile struct {
	Name string // with slashes, if it is in a folder
	Data []byte
}

// StaticSite returns the files of a web site that shows matches without an arena, on any
// server. The reader is the arena, with the same games, compiled for wasip1; with a nil one
// it is that of the release. It may have to play matches, too.
func StaticSite(reader []byte, plays bool) ([]SiteFile, error) {
	packed := releasedReader
	switch {
	case reader != nil && !bytes.HasPrefix(reader, []byte("\x00asm")):
		return nil, errNotReader
	case reader != nil && plays && !bytes.Contains(reader, []byte(reactorExport)):
		return nil, errOnlyReads
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
		{"page.js", []byte(pageJS.text())},
		{"second.js", []byte(secondJS.text())},
		{"page.css", []byte(pageCSS.text())},
		{"reader.js", []byte(workerJS)},
		{ReaderName, packed},
	}
	for _, table := range languageTables {
		files = append(files, SiteFile{table.name, []byte(table.text)})
	}
	return files, err
}
