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
	"'self'; img-src 'self' data: blob:; " +
	"base-uri 'none'; form-action 'none'"

// ReaderName is the name of the reader on a site.
const ReaderName = "reader.wasm.gz"

// releasedReader is empty in the repository. A release has the arena compiled for wasip1 in its
// place, as a reactor, packed with gzip.
//
//go:embed reader.wasm.gz
var releasedReader []byte

//go:embed dist/reader.js
var workerJS string

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

// Site is a web site that shows matches without an arena, on any server.
type Site struct {
	// Reader is the arena, with the same games, compiled for wasip1; nil stands for that of the release. If there is a
	// playground, it must be able to play matches, too.
	Reader     []byte
	Playground string   // the name of the page on which bots are written; "" if the site has none
	Example    *Example // nil if it has none
	Address    string   // of the site's folder on the web, with / at its end; "" if that is not known
}

// Example is a match that the site shows to visitors who have none.
type Example struct {
	Title  string // of the game
	Replay []byte
	Card   []byte // a picture of it, as PNG
}

// The names of an example on a site.
const (
	exampleName = "example.arena"
	cardName    = "example.png"
)

// Picture is that of links to the site: of its example, if it is known where that will be.
func (s Site) Picture() Picture {
	if s.Example == nil || s.Address == "" {
		return Picture{}
	}
	return Picture{
		Address: s.Address + cardName,
		Alt:     "A match of " + s.Example.Title + ", played by bots that come with the arena",
	}
}

// Files returns the files of the site.
func (s Site) Files() ([]SiteFile, error) {
	packed, err := s.packedReader()
	if err != nil {
		return nil, err
	}
	parts := pageParts{
		Title: "Matches", Policy: staticPolicy, Reader: "reader.js", Play: s.Playground,
		Preview: &Preview{
			Title: "Matches of bots, to watch", Picture: s.Picture(),
			Description: "A bot is a program that plays a game by itself. Here you see a match round by round: " +
				"who did what, where it turned, and why.",
		},
	}
	if s.Example != nil {
		parts.Example, parts.Card, parts.Shows = exampleName, cardName, s.Example.Title
	}
	var index bytes.Buffer
	if err := page().Execute(&index, parts); err != nil {
		return nil, err
	}
	files := []SiteFile{
		{"index.html", index.Bytes()},
		{"page.js", []byte(pageJS.text())},
		{"second.js", []byte(secondJS.text())},
		{"third.js", []byte(thirdJS.text())},
		{"page.css", []byte(pageCSS.text())},
		{"reader.js", []byte(workerJS)},
		{ReaderName, packed},
	}
	for _, table := range languageTables {
		files = append(files, SiteFile{table.name, []byte(table.text)})
	}
	if s.Example != nil {
		files = append(files, SiteFile{exampleName, s.Example.Replay}, SiteFile{cardName, s.Example.Card})
	}
	return files, nil
}

// Check returns the error of a reader of which no site can be made, as Files does, which takes longer.
func (s Site) Check() error {
	switch {
	case s.Reader == nil && len(releasedReader) == 0:
		return ErrNoReader
	case s.Reader == nil:
		return nil
	case !bytes.HasPrefix(s.Reader, []byte("\x00asm")):
		return errNotReader
	case s.Playground != "" && !bytes.Contains(s.Reader, []byte(reactorExport)):
		return errOnlyReads
	}
	return nil
}

// packedReader returns the reader as it is sent.
func (s Site) packedReader() ([]byte, error) {
	if err := s.Check(); err != nil || s.Reader == nil {
		return releasedReader, err
	}
	return server.Pack(s.Reader, gzip.BestCompression)
}
