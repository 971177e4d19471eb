package playsite

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"errors"
	"io/fs"
	"maps"
	"slices"
)

// releasedZip is empty in the repository. A release has the files of the page in its place: most of it is the editor,
// which would double what a module of Go has to fetch.
//
//go:embed page.zip
var releasedZip []byte

// ErrNoPage is the error of an arena that is not of a release: it has no playground in it.
var ErrNoPage = errors.New("this arena has no playground in it, as those of a release do")

// errNotPage is the error of a folder without the page.
var errNotPage = errors.New("not the page of the playground: there is no " + Name + ", or it has no head")

func releasedPage() (fs.FS, error) {
	if len(releasedZip) == 0 {
		return nil, ErrNoPage
	}
	return zip.NewReader(bytes.NewReader(releasedZip), int64(len(releasedZip)))
}

func sorted[T any](files map[string]T) []string { return slices.Sorted(maps.Keys(files)) }
