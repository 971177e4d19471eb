package find

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/crypto/ssh"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/trust"
	"github.com/botarena/arena/internal/bot/unfit"
)

// PackageFile is the file of a package whose signature is that of its manifest.
type PackageFile struct {
	*pack.Package

	Path   string        // as the user wrote it
	Signer ssh.PublicKey // nil if it is not signed

	file *os.File
}

// OpenPackage opens the file of a package and checks its form and its signature. Nothing of
// it is run or unpacked. Errors are of type *[Error].
func OpenPackage(path string) (*PackageFile, error) { return OpenPackageAs(path, path) }

// OpenPackageAs opens a package that messages call otherwise.
func OpenPackageAs(path, called string) (*PackageFile, error) {
	info, err := os.Stat(path) // before it is opened, as a pipe may never open
	if err == nil && !info.Mode().IsRegular() {
		return nil, Unfit(called, "not a file", howToPack)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, Unfit(called, unfit.Reason(err), howToPack)
	}
	p := &PackageFile{Path: called, file: file}
	if p.Package, err = pack.Open(file, info.Size()); err == nil && p.Signature != nil {
		p.Signer, err = trust.Verify(p.Text, p.Signature)
	}
	if err != nil {
		_ = file.Close()
		return nil, packageError(called, err)
	}
	return p, nil
}

const howToPack = "type the file of a package, as arena bot pack makes it"

// packageError names the fault of a package, and what to do.
func packageError(typed string, err error) error {
	look := "see what is in it: " + safe.Shell("arena", "bot", "info", typed)
	return Unfit(typed, err.Error(), cmp.Or(hint.Of(err), look))
}

// Close closes the file.
func (p *PackageFile) Close() error { return p.file.Close() }

// Bot returns what decides whether the user trusts it.
func (p *PackageFile) Bot() trust.Bot {
	return trust.Bot{Name: p.Manifest.Name, Author: p.Manifest.Author, Key: p.Signer, Digest: p.Digest}
}

// Fingerprint returns that of the key by which the package is signed, or "" if it is not signed.
func (p *PackageFile) Fingerprint() string {
	if p.Signer == nil {
		return ""
	}
	return trust.Fingerprint(p.Signer)
}

// Verify compares all contents with the manifest. Errors are of type *[Error], unless ctx
// is done.
func (p *PackageFile) Verify(ctx context.Context) error {
	err := p.Package.Verify(ctx)
	if err != nil && ctx.Err() == nil {
		err = packageError(p.Path, err)
	}
	return err
}

// inTurn lets one goroutine ask at a time.
func inTurn(admit func(context.Context, *PackageFile) error) func(context.Context, *PackageFile) error {
	if admit == nil {
		return nil
	}
	var one sync.Mutex
	return func(ctx context.Context, p *PackageFile) error {
		one.Lock()
		defer one.Unlock()
		return admit(ctx, p)
	}
}

// fromPackage unpacks a package, unless that was done before, and returns its bot.
func (f Finder) fromPackage(ctx context.Context, t target) (Bot, error) {
	p, err := OpenPackageAs(t.path, t.shown)
	if err != nil {
		if found := new(Error); errors.As(err, &found) {
			found.Culprit = safe.Outside(t.typed)
		}
		return Bot{}, err
	}
	defer p.Close() //nolint:errcheck // only read
	strangers := f.Foreign || f.Strange || p.IsStrangers()
	if err := f.mayStart(t, strangers, Kind(p.Manifest.Kind)); err != nil { // before anybody is asked
		return Bot{}, err
	}
	if f.Admit == nil {
		return Bot{}, Unfit(
			t.typed, "a package, and nobody is asked here whether to trust it",
			"arena bot info tells who has signed it",
		)
	}
	if err := f.Admit(ctx, p); err != nil {
		return Bot{}, err
	}
	if f.Cache == "" && f.Unpack == "" {
		return Bot{}, t.source().NoCache()
	}
	if err := t.fitsHere(p.Manifest); err != nil {
		return Bot{}, err
	}
	folder, err := f.unpack(ctx, p)
	if err != nil {
		if ctx.Err() != nil {
			return Bot{}, context.Cause(ctx)
		}
		if damaged := new(pack.DamagedError); f.Called != "" && !errors.As(err, &damaged) {
			return Bot{}, err // there is no room for it
		}
		return Bot{}, packageError(t.typed, err)
	}
	bot, err := f.unpacked(ctx, t, p.Manifest, folder)
	if err != nil {
		return Bot{}, err
	}
	if err := f.mayStart(t, strangers, bot.Kind); err != nil { // its manifest says what it likes
		return Bot{}, err
	}
	bot.Name, bot.Packed, bot.Strangers = p.Manifest.Name, true, strangers
	return bot, nil
}

// fitsHere finds out whether there is a program for this system.
func (t target) fitsHere(m pack.Manifest) error {
	if m.RunsOn(runtime.GOOS, runtime.GOARCH) {
		return nil
	}
	here := runtime.GOOS + "/" + runtime.GOARCH
	return Unfit(
		t.typed, "has programs for "+strings.Join(m.Systems(), ", ")+", and this is "+here,
		"ask the author for one with: arena bot pack --platforms "+here,
	)
}

// unpacked returns the bot whose package was unpacked to a folder.
func (f Finder) unpacked(ctx context.Context, t target, m pack.Manifest, folder string) (Bot, error) {
	inside := target{typed: t.typed, path: folder, shown: cmp.Or(f.Called, folder), folder: true, packed: true}
	var r recipe
	var err error
	switch {
	case isDescribed(m):
		r, err = f.recipe(ctx, inside)
	case len(m.Programs) > 0:
		path := filepath.Join(folder, installedPath(m.Start, true))
		r = recipe{kind: Program, args: []string{path}, files: []string{path}}
		if hasData(m) {
			r.files = append(r.files, folder)
		}
	default:
		if m.Start != "" {
			inside.path, inside.folder = filepath.Join(folder, filepath.FromSlash(m.Start)), false
		}
		r, err = f.recipe(ctx, inside)
	}
	if err != nil {
		return Bot{}, err
	}
	return f.complete(inside, r)
}

// isDescribed reports whether a bot.txt says how the bot is started.
func isDescribed(m pack.Manifest) bool {
	return slices.ContainsFunc(m.Files, func(file pack.File) bool {
		path, inFolder := file.Path()
		return inFolder && path == botTxtName
	})
}

// hasData reports whether a program comes with files other than its parameters, which are
// counted by their values.
func hasData(m pack.Manifest) bool {
	for _, file := range m.Files {
		if path, inFolder := file.Path(); inFolder && path != paramsName {
			return true
		}
	}
	return false
}

// packageFolder returns where packages are unpacked, each in a folder with the name of its
// digest.
func (f Finder) packageFolder() string {
	if f.Unpack != "" {
		return f.Unpack
	}
	return filepath.Join(f.Cache, "packages")
}

func digestName(p *PackageFile) string { return hex.EncodeToString(p.Digest[:]) }
