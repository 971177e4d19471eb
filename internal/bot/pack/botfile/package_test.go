package botfile_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/pack/botfile"
)

func text(s string) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(s)), nil }
}

// zorg is a bot with something of everything.
func zorg() (botfile.Manifest, []botfile.Content) {
	m := botfile.Manifest{
		Name: "zorg", Version: "1.4.0", Author: "Anna <anna@example.org>", Kind: "Go", Start: "zorg",
		Games: map[string]botfile.Game{"orkisland": {Rules: 3}, "moria": {Rules: 2}},
		Build: &botfile.Build{Go: "go1.26.8", Flags: "-trimpath"},
	}
	return m, []botfile.Content{
		{Path: "README.md", ForPeople: true, Open: text("read me")},
		{Path: "data/weights.txt", Open: text(strings.Repeat("1 2 3\n", 1000))},
		{OS: "windows", Arch: "amd64", Open: text("a program for Windows")},
		{OS: "linux", Arch: "amd64", Open: text("a program for Linux")},
		{Path: "data/run.sh", Executable: true, Open: text("#!/bin/sh\n")},
	}
}

func signature([]byte) ([]byte, error) { return []byte("signed\n"), nil }

func packFile(t *testing.T, m botfile.Manifest, contents []botfile.Content, sign botfile.Sign) []byte {
	t.Helper()
	parcel, err := botfile.NewParcel(contents)
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, parcel.Write(&file, m, sign))
	return file.Bytes()
}

func packZorg(t *testing.T) []byte {
	t.Helper()
	m, contents := zorg()
	return packFile(t, m, contents, signature)
}

func open(file []byte) (*botfile.Package, error) {
	return botfile.Open(bytes.NewReader(file), int64(len(file)))
}

// whole opens a package and compares all its contents.
func whole(file []byte) error {
	p, err := open(file)
	if err == nil {
		err = p.Verify(context.Background())
	}
	return err
}

func requireDamaged(t *testing.T, file []byte, messages ...any) {
	t.Helper()
	err := whole(file)
	require.Error(t, err, messages...)
	wrong := new(botfile.DamagedError)
	require.ErrorAs(t, err, &wrong, messages...)
}

func TestAPackageIsReadAsItWasWritten(t *testing.T) {
	file := packZorg(t)
	p, err := open(file)
	require.NoError(t, err)
	require.NoError(t, p.Verify(t.Context()))
	require.Equal(t, "zorg-1.4.0.bot", p.Manifest.FileName())
	require.Equal(t, []string{"linux/amd64", "windows/amd64"}, p.Manifest.Systems())
	require.Equal(t, sha256.Sum256(p.Text), p.Digest)
	require.Equal(t, "signed\n", string(p.Signature))

	var names []string
	for _, f := range p.Manifest.Files {
		path, inFolder := f.Path()
		names = append(names, fmt.Sprint(path, " ", inFolder, " ", f.Executable))
	}
	require.Equal(t, []string{"README.md false false", "data/run.sh true true", "data/weights.txt true false"}, names)
	program, ok := p.Manifest.ProgramFor("linux", "amd64")
	require.True(t, ok)
	var content bytes.Buffer
	require.NoError(t, p.Extract(program.Entry, &content))
	require.Equal(t, "a program for Linux", content.String())
	_, ok = p.Manifest.ProgramFor("linux", "arm64")
	require.False(t, ok)
}

func TestTheSameContentsMakeTheSameBytes(t *testing.T) {
	file := packZorg(t)
	require.Equal(t, file, packZorg(t))
	m, contents := zorg()
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(contents), func(i, j int) {
		contents[i], contents[j] = contents[j], contents[i]
	})
	require.Equal(t, file, packFile(t, m, contents, signature), "in whatever order they are given")
}

func TestOthersCanLookIn(t *testing.T) {
	archive, err := zip.NewReader(bytes.NewReader(packZorg(t)), int64(len(packZorg(t))))
	require.NoError(t, err)
	var names []string
	for _, f := range archive.File {
		names = append(names, f.Name)
		content, err := f.Open()
		require.NoError(t, err)
		_, err = io.Copy(io.Discard, content)
		require.NoError(t, err)
		require.Equal(t, 1980, f.Modified.Year())
	}
	require.Equal(t, []string{
		"manifest.json", "manifest.json.sig", "bin/linux-amd64", "bin/windows-amd64",
		"README.md", "files/data/run.sh", "files/data/weights.txt",
	}, names)
}

// A bit that a disk or a network has turned is found wherever it is, but for the few bits
// that fill up a byte of what is compressed: they mean nothing.
func TestEveryFlippedBitIsDamage(t *testing.T) {
	file := packZorg(t)
	from, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	compressed, harmless := map[int]bool{}, 0
	for _, f := range from.File[2:] {
		offset, err := f.DataOffset()
		require.NoError(t, err)
		for i := range f.CompressedSize64 {
			compressed[int(offset)+int(i)] = true
		}
	}
	for at := range file {
		for bit := range 8 {
			file[at] ^= 1 << bit
			if compressed[at] && whole(file) == nil { // which compares contents with the manifest
				harmless++
			} else {
				requireDamaged(t, file, "byte %d, bit %d", at, bit)
			}
			file[at] ^= 1 << bit
		}
	}
	require.NoError(t, whole(file))
	require.Less(t, harmless, 8*2*len(from.File))
}

func TestEveryShorterOrLongerFileIsDamaged(t *testing.T) {
	file := packZorg(t)
	for n := range file {
		requireDamaged(t, file[:n], n)
	}
	requireDamaged(t, append(bytes.Clone(file), 0))
	requireDamaged(t, append([]byte{0}, file...))
	requireDamaged(t, append(bytes.Clone(file), file...))
	require.EqualError(t, whole(make([]byte, botfile.MaxPackage+1)), "damaged: larger than 256 MB")
}

// packed is an entry of a hostile archive.
type packed struct {
	zip.FileHeader

	content string
}

// archive writes a zip as others than the arena do: with any entries in any order.
func archive(t *testing.T, entries ...packed) []byte {
	t.Helper()
	var file bytes.Buffer
	to := zip.NewWriter(&file)
	for _, e := range entries {
		content, err := to.CreateHeader(&e.FileHeader)
		require.NoError(t, err)
		_, err = io.WriteString(content, e.content)
		require.NoError(t, err)
	}
	require.NoError(t, to.Close())
	return file.Bytes()
}

// entriesOf returns what a package has in it, to be written otherwise.
func entriesOf(t *testing.T, file []byte) (all []packed) {
	t.Helper()
	from, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	for _, f := range from.File {
		content, err := f.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(content)
		require.NoError(t, err)
		all = append(all, packed{f.FileHeader, string(text)})
	}
	return all
}

// raw writes entries with the headers that they have, as only an enemy would.
func raw(t *testing.T, entries ...packed) []byte {
	t.Helper()
	var file bytes.Buffer
	to := zip.NewWriter(&file)
	for _, e := range entries {
		content, err := to.CreateRaw(&e.FileHeader)
		require.NoError(t, err)
		_, err = io.WriteString(content, e.content)
		require.NoError(t, err)
	}
	require.NoError(t, to.Close())
	return file.Bytes()
}

// rawEntriesOf returns the entries of a package as they are compressed.
func rawEntriesOf(t *testing.T, file []byte) (all []packed) {
	t.Helper()
	from, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	for _, f := range from.File {
		content, err := f.OpenRaw()
		require.NoError(t, err)
		text, err := io.ReadAll(content)
		require.NoError(t, err)
		all = append(all, packed{f.FileHeader, string(text)})
	}
	return all
}

func TestHostileArchivesAreRefused(t *testing.T) {
	file := packZorg(t)
	good := func() []packed { return rawEntriesOf(t, file) }
	require.NoError(t, whole(raw(t, good()...)), "else these tests would prove nothing")
	for name, change := range map[string]func(e []packed) []packed{
		"an entry twice":           func(e []packed) []packed { return append(e, e[2]) },
		"another manifest behind":  func(e []packed) []packed { return append(e, e[0]) },
		"an entry that is missing": func(e []packed) []packed { return e[:len(e)-1] },
		"no manifest":              func(e []packed) []packed { return e[1:] },
		"only a manifest":          func(e []packed) []packed { return e[:1] },
		"another order":            func(e []packed) []packed { e[2], e[3] = e[3], e[2]; return e },
		"the signature first":      func(e []packed) []packed { e[0], e[1] = e[1], e[0]; return e },
		"contents exchanged": func(e []packed) []packed {
			e[2].content, e[3].content = e[3].content, e[2].content
			return e
		},
		"a path that leads out": func(e []packed) []packed { e[4].Name = "files/../../.ssh/authorized_keys"; return e },
		"an entry that nobody lists": func(e []packed) []packed {
			return append(e, packed{e[4].FileHeader, e[4].content}.named("files/more.sh"))
		},
		"a link":       func(e []packed) []packed { e[4].SetMode(0o777 | 1<<27); return e },
		"a right":      func(e []packed) []packed { e[4].SetMode(0o4755); return e },
		"a time":       func(e []packed) []packed { e[4].ModifiedTime = 77; return e },
		"extra data":   func(e []packed) []packed { e[4].Extra = []byte{1, 0, 2, 0, 5, 5}; return e },
		"a comment":    func(e []packed) []packed { e[4].Comment = "hello"; return e },
		"encrypted":    func(e []packed) []packed { e[4].Flags |= 1; return e },
		"a bad method": func(e []packed) []packed { e[4].Method = 93; return e },
		"a wrong size": func(e []packed) []packed { e[2].UncompressedSize64++; return e },
		"a wrong CRC":  func(e []packed) []packed { e[2].CRC32++; return e },
		"a huge size":  func(e []packed) []packed { e[2].UncompressedSize64 = 1 << 62; return e },
		"stored":       func(e []packed) []packed { return stored(e, 2) },
		"behind deflate": func(e []packed) []packed {
			e[2].content += "hidden"
			e[2].CompressedSize64 += 6
			return e
		},
	} {
		t.Run(name, func(t *testing.T) { requireDamaged(t, raw(t, change(good())...)) })
	}
	t.Run("as another program packs it", func(t *testing.T) { requireDamaged(t, archive(t, entriesOf(t, file)...)) })
	t.Run("a comment of the archive", func(t *testing.T) {
		var commented bytes.Buffer
		to := zip.NewWriter(&commented)
		require.NoError(t, to.SetComment("hello"))
		for _, e := range good() {
			content, err := to.CreateRaw(&e.FileHeader)
			require.NoError(t, err)
			_, err = io.WriteString(content, e.content)
			require.NoError(t, err)
		}
		require.NoError(t, to.Close())
		requireDamaged(t, commented.Bytes())
	})
}

// TestWhatIsWrongWithAnArchiveIsTold by the first who can know: nothing is unpacked for it, or taken memory for.
func TestWhatIsWrongWithAnArchiveIsTold(t *testing.T) {
	file := packZorg(t)
	const moved = "its list of entries is not where it should be"
	for name, c := range map[string]struct {
		change func(e []packed) []byte
		want   string
	}{
		"not all of it":   {func([]packed) []byte { return file[:len(file)-1] }, "not a zip file, or not all of it"},
		"something ahead": {func([]packed) []byte { return append([]byte{0}, file...) }, moved},
		"a long list": {func(e []packed) []byte {
			e[2].Comment = strings.Repeat("x", 10_000)
			return raw(t, e...)
		}, moved},
		"a size": {func(e []packed) []byte {
			e[2].UncompressedSize64++
			return raw(t, e...)
		}, "bin/linux-amd64 has not the size that its manifest says"},
		"a packed size": {func(e []packed) []byte {
			e[2].CompressedSize64 = botfile.MaxPackage + 1
			return raw(t, e...)
		}, `"bin/linux-amd64" is larger than the file`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := open(c.change(rawEntriesOf(t, file)))
			require.EqualError(t, err, "damaged: "+c.want)
		})
	}
}

func (p packed) named(name string) packed {
	p.Name = name
	return p
}

// stored replaces an entry by one that is not compressed.
func stored(e []packed, i int) []packed {
	e[i].content = "a program for Linux"
	e[i].Method = zip.Store
	e[i].CompressedSize64 = e[i].UncompressedSize64
	return e
}

// A forger gets the checksums of the archive right. Only the manifest tells.
func TestForgedContentsAreRefused(t *testing.T) {
	m, contents := zorg()
	forged := rawEntriesOf(t, packZorg(t))
	contents[3].Open = text("a program for Lunix")
	forged[2] = rawEntriesOf(t, packFile(t, m, contents, signature))[2]
	require.Equal(t, "bin/linux-amd64", forged[2].Name)
	file := raw(t, forged...)
	_, err := open(file)
	require.NoError(t, err, "its form is right")
	requireDamaged(t, file)
}

// TestNothingHidesBehindAFile: the archive says the size and the checksum of what the manifest knows, but
// there is more to unpack.
func TestNothingHidesBehindAFile(t *testing.T) {
	forged := rawEntriesOf(t, packZorg(t))
	require.Equal(t, "bin/linux-amd64", forged[2].Name)
	content, err := io.ReadAll(flate.NewReader(strings.NewReader(forged[2].content)))
	require.NoError(t, err)
	var longer bytes.Buffer
	to, err := flate.NewWriter(&longer, flate.BestCompression)
	require.NoError(t, err)
	_, err = to.Write(append(content, "and more"...))
	require.NoError(t, err)
	require.NoError(t, to.Close())
	forged[2].content, forged[2].CompressedSize64 = longer.String(), uint64(longer.Len())
	file := raw(t, forged...)
	_, err = open(file)
	require.NoError(t, err, "its form is right")
	requireDamaged(t, file)
}

// A local header that differs from the list at the end is what readers disagree about.
func TestHeadersThatDisagreeAreRefused(t *testing.T) {
	file := packZorg(t)
	at := bytes.Index(file, []byte("bin/linux-amd64"))
	copy(file[at:], "bin/linux-arm64")
	requireDamaged(t, file)
}

func TestFarTooManyEntriesAreRefused(t *testing.T) {
	entries := make([]packed, 0, 65536)
	for i := range cap(entries) {
		entries = append(entries, packed{zip.FileHeader{Name: fmt.Sprint("files/", i)}, ""})
	}
	requireDamaged(t, raw(t, entries...))
	require.EqualError(t, whole(raw(t, entries[:300]...)), "damaged: 300 entries, and there may be 274")
}

// A bomb says that it is small, or that it is large. Neither is unpacked any further than
// what its manifest says.
func TestABombStopsAtItsSize(t *testing.T) {
	m, contents := zorg()
	contents[3].Open = func() (io.ReadCloser, error) { // far more than fits
		return io.NopCloser(io.LimitReader(zeros{}, botfile.MaxProgram+1)), nil
	}
	parcel, err := botfile.NewParcel(contents)
	require.NoError(t, err)
	require.ErrorContains(t, parcel.Write(io.Discard, m, nil),
		"bin/linux-amd64: has 134217729 bytes, and may have 134217728")

	contents[3].Open = text(strings.Repeat("0", 1<<20))
	bomb := rawEntriesOf(t, packFile(t, m, contents, nil))
	bomb[0].content = strings.ReplaceAll(bomb[0].content, `"size": 1048576`, `"size": 16`)
	bomb[0] = sized(bomb[0])
	bomb[1].UncompressedSize64 = 16
	p, err := open(raw(t, bomb...))
	require.NoError(t, err, "its form is right")
	var written bytes.Buffer
	err = p.Extract(p.Manifest.Programs[0].Entry, &written)
	require.Error(t, err)
	require.LessOrEqual(t, written.Len(), 17)
}

type zeros struct{}

func (zeros) Read(into []byte) (int, error) {
	clear(into)
	return len(into), nil
}

// sized gives an entry that is not compressed the header for its content.
func sized(e packed) packed {
	var file bytes.Buffer
	to := zip.NewWriter(&file)
	content, err := to.Create("x")
	if err == nil {
		_, err = io.WriteString(content, e.content)
	}
	if err := errors.Join(err, to.Close()); err != nil {
		panic(err)
	}
	from, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		panic(err)
	}
	e.CRC32 = from.File[0].CRC32
	e.UncompressedSize64 = uint64(len(e.content))
	e.CompressedSize64 = e.UncompressedSize64
	return e
}

// withManifest returns a package with another text for its manifest, whose checksum in the
// archive is right.
func withManifest(t *testing.T, file []byte, change func(string) string) []byte {
	t.Helper()
	entries := rawEntriesOf(t, file)
	changed := change(entries[0].content)
	require.NotEqual(t, entries[0].content, changed)
	entries[0].content = changed
	entries[0] = sized(entries[0])
	return raw(t, entries...)
}

func TestOnlyOneFormOfAManifest(t *testing.T) {
	file := packZorg(t)
	for old, hostile := range map[string]string{
		`"format": 1`:          `"format": 0`,
		`"name": "zorg"`:       `"name": "Zorg"`,
		`"zorg",`:              `"zorg", "name": "other",`,
		`"kind": "Go"`:         `"KIND": "Go"`,
		`"version": "1.4.0"`:   `"version": "1.4.0; rm"`,
		`Anna `:                "Anna \\u001b[31m",
		`"go": "go1.26.8"`:     `"go": "go1 $(rm)"`,
		`"orkisland": {`:       `"ORK": {`,
		`"os": "linux"`:        `"os": "lin/ux"`,
		`"bin/linux-amd64"`:    `"bin/linux-arm64"`,
		`"files/data/run.sh"`:  `"files/../data/run.sh"`,
		`"start": "zorg"`:      `"start": "../zorg"`,
		`"README.md"`:          `"readme.md"`,
		"\n}\n":                "\n}",
		"\t\"format\"":         " \"format\"",
		`"rules": 3`:           `"rules": 3.0`,
		`"executable": true`:   `"executable": false`,
		hex64("read me"):       strings.ToUpper(hex64("read me")),
		`"size": 7,`:           `"size": -7,`,
		`"size": 19,`:          `"size": 134217729,`,
		`"programs": [`:        `"more": 1, "programs": [`,
		`"file": "README.md",`: `"file": "README.md", "executable": true,`,
	} {
		t.Run(hostile, func(t *testing.T) {
			requireDamaged(t, withManifest(t, file, func(text string) string { return strings.ReplaceAll(text, old, hostile) }))
		})
	}
	newer := new(botfile.NewerError)
	require.ErrorAs(t, whole(withManifest(t, file, func(text string) string {
		return strings.Replace(text, `"format": 1`, `"format": 2, "news": true`, 1)
	})), &newer)
}

func hex64(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func TestVerifyEndsWithItsContext(t *testing.T) {
	p, err := open(packZorg(t))
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	require.ErrorIs(t, p.Verify(ctx), context.Canceled)
}
