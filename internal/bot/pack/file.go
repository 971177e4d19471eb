// Package pack makes packages of bots, and reads those of others: it checks who has signed one, and unpacks it.
// Package botfile has the form of the file.
package pack

import (
	"cmp"
	"context"
	"os"

	"golang.org/x/crypto/ssh"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/trust"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/sandbox"
)

// File is the file of a package whose signature is that of its manifest.
type File struct {
	*botfile.Package

	Path   string        // as the user wrote it
	Signer ssh.PublicKey // nil if it is not signed

	file *os.File
}

// Open opens the file of a package and checks its form and its signature. Nothing of
// it is run or unpacked. Errors are of type *[unfit.Error].
func Open(path string) (*File, error) { return OpenAs(path, path) }

// OpenAs opens a package that messages call otherwise.
func OpenAs(path, called string) (*File, error) {
	info, err := os.Stat(path) // before it is opened, as a pipe may never open
	if err == nil && !info.Mode().IsRegular() {
		return nil, unfit.New(called, "not a file", howToPack)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, unfit.New(called, unfit.Reason(err), howToPack)
	}
	p := &File{Path: called, file: file}
	if p.Package, err = botfile.Open(file, info.Size()); err == nil && p.Signature != nil {
		p.Signer, err = trust.Verify(p.Text, p.Signature)
	}
	if err != nil {
		_ = file.Close()
		return nil, fault(called, err)
	}
	return p, nil
}

const howToPack = "type the file of a package, as arena bot pack makes it"

// fault names the fault of a package, and what to do.
func fault(typed string, err error) error {
	look := "see what is in it: " + safe.Shell("arena", "bot", "info", typed)
	return unfit.New(typed, err.Error(), cmp.Or(hint.Of(err), look))
}

// Close closes the file.
func (p *File) Close() error { return p.file.Close() }

// Bot returns what decides whether the user trusts it.
func (p *File) Bot() trust.Bot {
	return trust.Bot{Name: p.Manifest.Name, Author: p.Manifest.Author, Key: p.Signer, Digest: p.Digest}
}

// Fingerprint returns that of the key by which the package is signed, or "" if it is not signed.
func (p *File) Fingerprint() string {
	if p.Signer == nil {
		return ""
	}
	return trust.Fingerprint(p.Signer)
}

// IsStrangers reports whether somebody else than the user has signed the package, or nobody.
func (p *File) IsStrangers() bool { return p.Signer == nil || !trust.IsOwn(p.Fingerprint()) }

// MayStart returns an error of type *[unfit.Error] unless, by its manifest, the terms let the package play.
func (p *File) MayStart(terms sandbox.Terms) error {
	source := build.Source{Typed: p.Path, Strangers: p.IsStrangers()}
	return build.Builder{Terms: terms}.MayStart(source, language.Kind(p.Manifest.Kind))
}

// Verify compares all contents with the manifest. Errors are of type *[unfit.Error], unless ctx
// is done.
func (p *File) Verify(ctx context.Context) error {
	err := p.Package.Verify(ctx)
	if err != nil && ctx.Err() == nil {
		err = fault(p.Path, err)
	}
	return err
}
