package botfile

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

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
