package botfile

import (
	"archive/zip"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"

	"github.com/klauspost/compress/flate"
)

// Content is a file to be packed.
type Content struct {
	// Path is where it is in the folder of the bot. For a program it has no meaning.
	Path       string
	Executable bool
	// OS and Arch name the system of a program. For other files they are empty.
	OS, Arch string
	// ForPeople says that it is LICENSE or README.md, and no part of the bot.
	ForPeople bool

	Open func() (io.ReadCloser, error)
}

// Sign returns the signature of a manifest.
type Sign func(manifest []byte) ([]byte, error)

// Parcel is contents that were read and compressed, ready to be written with any manifest.
type Parcel struct {
	programs []Program
	files    []File
	packed   []packed
}

// packed is the content of an entry as it is in the archive.
type packed struct {
	Entry
	crc   uint32
	bytes []byte
}

// NewParcel reads and compresses contents.
func NewParcel(contents []Content) (*Parcel, error) {
	p := &Parcel{}
	for _, c := range contents {
		one, err := c.pack()
		if err != nil {
			return nil, err
		}
		p.packed = append(p.packed, one)
		if c.OS != "" {
			p.programs = append(p.programs, Program{c.OS, c.Arch, one.Entry})
		} else {
			p.files = append(p.files, File{one.Entry, c.Executable})
		}
	}
	slices.SortFunc(p.programs, func(a, b Program) int { return cmp.Compare(a.File, b.File) })
	slices.SortFunc(p.files, func(a, b File) int { return cmp.Compare(a.File, b.File) })
	slices.SortFunc(p.packed, func(a, b packed) int {
		// bin/ comes first, though LICENSE is less
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(a.File, b.File))
	})
	return p, nil
}

func (p packed) rank() int {
	if strings.HasPrefix(p.File, programsPrefix) {
		return 0
	}
	return 1
}

// Fill returns a manifest that lists the contents, or the reason why there can't be such a
// package.
func (p *Parcel) Fill(m Manifest) (Manifest, error) {
	m.Format, m.Programs, m.Files = Format, p.programs, p.files
	return m, m.Check()
}

// Write writes a package: a manifest, to which it adds the contents, and a signature, unless
// sign is nil. The same contents make the same bytes, whenever and wherever they are packed.
func (p *Parcel) Write(to io.Writer, m Manifest, sign Sign) error {
	m, err := p.Fill(m)
	if err != nil {
		return err
	}
	text, err := m.Text()
	if err != nil {
		return err
	}
	if len(text) > MaxManifest {
		return fmt.Errorf("its manifest would be larger than %d KB", MaxManifest>>10)
	}
	size := int64(0)
	for _, one := range p.packed {
		size += int64(len(one.bytes))
	}
	if size > MaxPackage-1<<20 { // which is more than all headers take
		return fmt.Errorf("the package would be larger than %d MB", MaxPackage>>20)
	}
	archive := zip.NewWriter(to)
	if err := store(archive, manifestName, text); err != nil {
		return err
	}
	if sign != nil {
		signature, err := sign(text)
		if err != nil {
			return err
		}
		if err := store(archive, signatureName, signature); err != nil {
			return err
		}
	}
	for _, one := range p.packed {
		if err := add(archive, header(one.File, zip.Deflate, one.crc, uint64(one.Size), uint64(len(one.bytes))), one.bytes); err != nil { //nolint:gosec // sizes
			return err
		}
	}
	return archive.Close()
}

// name returns the name of the entry.
func (c Content) name() string {
	switch {
	case c.OS != "":
		return programFile(c.OS, c.Arch)
	case c.ForPeople:
		return c.Path
	}
	return filesPrefix + c.Path
}

func (c Content) pack() (packed, error) {
	p := packed{Entry: Entry{File: c.name()}}
	content, err := c.Open()
	if err != nil {
		return p, err
	}
	defer content.Close() //nolint:errcheck // only read
	var into bytes.Buffer
	small, err := flate.NewWriter(&into, flate.DefaultCompression)
	if err != nil {
		return p, err
	}
	sum, crc := sha256.New(), crc32.NewIEEE()
	if p.Size, err = io.Copy(io.MultiWriter(sum, crc, small), io.LimitReader(content, MaxProgram+1)); err != nil {
		return p, err
	}
	if err := small.Close(); err != nil {
		return p, err
	}
	p.SHA256, p.crc, p.bytes = hex.EncodeToString(sum.Sum(nil)), crc.Sum32(), into.Bytes()
	return p, nil
}

func store(archive *zip.Writer, name string, text []byte) error {
	size := uint64(len(text))
	return add(archive, header(name, zip.Store, crc32.ChecksumIEEE(text), size, size), text)
}

func add(archive *zip.Writer, h *zip.FileHeader, content []byte) error {
	to, err := archive.CreateRaw(h)
	if err != nil {
		return err
	}
	_, err = to.Write(content)
	return err
}
