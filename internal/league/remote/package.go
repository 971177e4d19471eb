package remote

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"runtime"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/pack/botfile"
)

// The folder in the cache of a bot that came as a package has these: the file as its author has signed it, and the
// files unpacked from it.
const (
	packageName  = "package" + botfile.Ending
	unpackedName = "unpacked"
)

// isPackage reports whether a bot is fetched as the package that it came in.
func (s seat) isPackage() bool { return s.Package != digest{} }

// kept returns under which digest the cache keeps the bot. That of a package is another one than that of any
// archive, so no archive can bring what a package seems to have unpacked.
func (s seat) kept() digest {
	if !s.isPackage() {
		return s.Archive
	}
	return sum(append([]byte("package "), s.Archive[:]...))
}

// form returns how the bot is kept.
func (s seat) form() form {
	if s.isPackage() {
		return s.keepPackage
	}
	return unpack
}

// admit returns an error unless a package is that which the league names, by the key that the league names.
func (s seat) admit(_ context.Context, p *pack.File) error {
	signer := p.Fingerprint()
	switch {
	case p.Digest != s.Package:
		return fmt.Errorf("what was fetched is another package, %x", p.Digest[:4])
	case signer != s.Signer:
		return fmt.Errorf("its package is %s, and the league says that it is %s", byKey(signer), byKey(s.Signer))
	}
	return nil
}

func byKey(signer string) string {
	if signer == "" {
		return "not signed"
	}
	return fmt.Sprintf("signed by %q", signer)
}

// keepPackage keeps a package as the file that it is, if it is admitted. What it returns counts also what will be
// unpacked from it.
func (s seat) keepPackage(ctx context.Context, from io.Reader, folder string) (size int64, err error) {
	path := filepath.Join(folder, packageName)
	if size, err = files.New(path, 0o600, from); err != nil {
		return 0, err
	}
	p, err := pack.OpenAs(path, packageName)
	if err != nil {
		return 0, err
	}
	defer p.Close() //nolint:errcheck // only read
	return size + unpackedSize(p.Manifest), s.admit(ctx, p)
}

// unpackedSize returns how many bytes of a package are unpacked on this system.
func unpackedSize(m botfile.Manifest) (size int64) {
	if program, has := m.ProgramFor(runtime.GOOS, runtime.GOARCH); has {
		size = program.Size
	}
	for _, file := range m.Files {
		if _, inFolder := file.Path(); inFolder {
			size += file.Size
		}
	}
	return size
}
