package botfile

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding/binary"
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

// header returns how an entry is written. Nothing in it depends on a clock or a system.
func header(name string, method uint16, crc uint32, size, packed uint64) *zip.FileHeader {
	const (
		version = 20       // of the format of zip; the first one with deflate
		noDate  = 1<<5 | 1 // 1 January 1980, the first day that there is; 0 is none
	)
	return &zip.FileHeader{
		Name: name, Method: method, CRC32: crc, CompressedSize64: packed, UncompressedSize64: size,
		CreatorVersion: version, ReaderVersion: version, ModifiedDate: noDate, //nolint:staticcheck // CreateRaw takes no notice of Modified
	}
}

// maxEntries is how many entries an archive may have: with manifest and signature.
const maxEntries = MaxPrograms + MaxFiles + 2

// longestName is that of the longest entry in bytes.
const longestName = len(filesPrefix) + maxPath

// checkEnd looks at the end of an archive before a reader takes memory for what it says.
func checkEnd(file io.ReaderAt, size int64) error {
	const endSize, entrySize = 22, 46
	var end [endSize]byte
	switch {
	case size > MaxPackage:
		return damaged("larger than %d MB", MaxPackage>>20)
	case size < endSize:
		return damaged("not a zip file")
	}
	if _, err := file.ReadAt(end[:], size-endSize); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("its end: %w", err)
	}
	number := func(at int) int64 { return int64(binary.LittleEndian.Uint32(end[at:])) }
	entries := int64(binary.LittleEndian.Uint16(end[10:]))
	switch directory, begins := number(12), number(16); {
	case !bytes.HasPrefix(end[:], []byte("PK\x05\x06")):
		return damaged("not a zip file, or not all of it")
	case entries == 0 || entries > maxEntries:
		return damaged("%d entries, and there may be %d", entries, maxEntries)
	case directory > entries*int64(entrySize+longestName) || begins+directory != size-endSize:
		return damaged("its list of entries is not where it should be")
	}
	return nil
}

// checkSkeleton finds out whether an archive has the bytes that the arena writes, except for the
// contents of its entries. So there is nothing before, between or behind them, the two headers of
// an entry agree, and none has a time, a link or a right.
func checkSkeleton(file io.ReaderAt, size int64, entries []*zip.File) error {
	against := &comparison{file: file}
	again := zip.NewWriter(against)
	for _, e := range entries {
		if e.CompressedSize64 > MaxPackage {
			return damaged("%.40q is larger than the file", e.Name)
		}
		content, err := again.CreateRaw(header(e.Name, e.Method, e.CRC32, e.UncompressedSize64, e.CompressedSize64))
		if err != nil {
			return damaged("%.40q: %v", e.Name, err)
		}
		if err := against.skip(again, content, int64(e.CompressedSize64)); err != nil { //nolint:gosec // see above
			return err
		}
	}
	if err := again.Close(); err != nil {
		return err
	}
	if against.at != size {
		return damaged("something follows after its end")
	}
	return nil
}

// comparison is a writer that compares the written bytes with a file.
type comparison struct {
	file     io.ReaderAt
	at       int64
	skipping bool // the bytes written now stand for the content of an entry
}

func (c *comparison) Write(written []byte) (int, error) {
	at := c.at
	c.at += int64(len(written))
	if c.skipping {
		return len(written), nil
	}
	found := make([]byte, len(written))
	if n, err := c.file.ReadAt(found, at); n < len(found) && !errors.Is(err, io.EOF) {
		return 0, fmt.Errorf("byte %d: %w", at, err)
	}
	if !bytes.Equal(written, found) {
		return 0, damaged("its headers, at or after byte %d, are not as the arena writes them", at)
	}
	return len(written), nil
}

// skip writes so many bytes of content that are not compared.
func (c *comparison) skip(again *zip.Writer, content io.Writer, size int64) error {
	if err := again.Flush(); err != nil { // a header waits there
		return err
	}
	c.skipping = true
	defer func() { c.skipping = false }()
	_, err := io.CopyN(content, anything{}, size)
	return errors.Join(err, again.Flush())
}

// anything is a source of bytes that nobody looks at.
type anything struct{}

func (anything) Read(into []byte) (int, error) { return len(into), nil }
