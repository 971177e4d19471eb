package botfile

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
)

const (
	manifestName  = "manifest.json"
	signatureName = "manifest.json.sig"
)

// Package is a package that can be read. Its form was checked, the contents of its files
// were not: see [Package.Extract].
type Package struct {
	Manifest  Manifest
	Text      []byte            // of the manifest, as it was signed
	Digest    [sha256.Size]byte // of Text; names this version of the bot
	Signature []byte            // as it is in the package; nil if it is not signed

	contents map[string]*zip.File
}

// Open reads the manifest of a package and checks its form. The file must stay open as long as
// the package is used. A faulty package gives a *[DamagedError] or a *[NewerError].
func Open(file io.ReaderAt, size int64) (*Package, error) {
	if err := checkEnd(file, size); err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return nil, damaged("%v", err)
	}
	archive.RegisterDecompressor(zip.Deflate, inflate)
	entries := archive.File
	if len(entries) == 0 || entries[0].Name != manifestName {
		return nil, damaged("it does not begin with %s", manifestName)
	}
	if err := checkSkeleton(file, size, entries); err != nil {
		return nil, err
	}
	p := &Package{contents: make(map[string]*zip.File)}
	if p.Text, err = readStored(entries[0], MaxManifest); err != nil {
		return nil, err
	}
	p.Digest = sha256.Sum256(p.Text)
	if p.Manifest, err = ParseManifest(p.Text); err != nil {
		return nil, err
	}
	entries = entries[1:]
	if len(entries) > 0 && entries[0].Name == signatureName {
		if p.Signature, err = readStored(entries[0], maxSignature); err != nil {
			return nil, err
		}
		entries = entries[1:]
	}
	return p, p.match(entries)
}

// match finds the entries that the manifest lists.
func (p *Package) match(entries []*zip.File) error {
	listed := p.Manifest.entries()
	if len(listed) != len(entries) {
		return damaged("%d files, and its manifest lists %d", len(entries), len(listed))
	}
	for i, e := range entries {
		switch want := listed[i]; {
		case e.Name != want.File:
			return damaged("%.40q where its manifest lists %s", e.Name, want.File)
		case e.Method != zip.Deflate:
			return damaged("%s is not compressed by deflate", want.File)
		case e.UncompressedSize64 != uint64(want.Size): //nolint:gosec // Manifest.Check knows it
			return damaged("%s has not the size that its manifest says", want.File)
		}
		p.contents[e.Name] = e
	}
	return nil
}

// readStored reads an entry that is not compressed. Its checksum is compared: so a fault of
// a disk or a network is not taken for somebody's forgery.
func readStored(e *zip.File, most int64) ([]byte, error) {
	if e.Method != zip.Store || e.UncompressedSize64 > uint64(most) || e.CompressedSize64 != e.UncompressedSize64 { //nolint:gosec // a constant
		return nil, damaged("%s is compressed, or too large", e.Name)
	}
	content, err := e.Open()
	if err != nil {
		return nil, damaged("%s: %v", e.Name, err)
	}
	defer content.Close() //nolint:errcheck // only read
	text, err := io.ReadAll(io.LimitReader(content, most+1))
	if err != nil {
		return nil, damaged("%s: %v", e.Name, err)
	}
	return text, nil
}

// Extract writes the content of an entry of the manifest. It stops with a *[DamagedError]
// at the first byte too many, and at the end if the content differs from the manifest. The
// caller must not use the written bytes then.
func (p *Package) Extract(e Entry, to io.Writer) error {
	in := p.contents[e.File]
	if in == nil {
		return fmt.Errorf("%s: not in the package", e.File)
	}
	content, err := in.Open()
	if err != nil {
		return damaged("%s: %v", e.File, err)
	}
	defer content.Close() //nolint:errcheck // only read
	hash := sha256.New()
	from := &source{from: io.LimitReader(content, e.Size+1)}
	n, err := io.Copy(io.MultiWriter(to, hash), from)
	switch {
	case from.failed != nil:
		return damaged("%s: %v", e.File, from.failed)
	case err != nil:
		return fmt.Errorf("%s: %w", e.File, err)
	case n != e.Size || hex.EncodeToString(hash.Sum(nil)) != e.SHA256:
		return damaged("%s is not what its manifest says", e.File)
	}
	return nil
}

// Verify compares the contents of all files with the manifest.
func (p *Package) Verify(ctx context.Context) error {
	for _, e := range p.Manifest.entries() {
		if err := p.Extract(e, &watched{ctx}); err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return err
		}
	}
	return nil
}

// watched takes everything until its context is done.
type watched struct{ ctx context.Context }

func (w *watched) Write(some []byte) (int, error) { return len(some), context.Cause(w.ctx) }

// source remembers its error, to tell it from one of the writer.
type source struct {
	from   io.Reader
	failed error
}

func (s *source) Read(into []byte) (int, error) {
	n, err := s.from.Read(into)
	if err != nil && !errors.Is(err, io.EOF) {
		s.failed = err
	}
	return n, err
}

// inflate unpacks an entry, and refuses one in which something follows after the content.
func inflate(packed io.Reader) io.ReadCloser {
	whole := bufio.NewReader(packed)
	return &inflated{flate.NewReader(whole), whole}
}

type inflated struct {
	io.ReadCloser
	packed *bufio.Reader
}

var errTail = errors.New("something follows after its content")

func (i *inflated) Read(into []byte) (int, error) {
	n, err := i.ReadCloser.Read(into)
	if errors.Is(err, io.EOF) {
		if _, more := i.packed.ReadByte(); !errors.Is(more, io.EOF) {
			return n, errTail
		}
	}
	return n, err
}
