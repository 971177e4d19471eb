package pack

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/host"
)

// Built is a package that was made, and not written yet.
type Built struct {
	Manifest botfile.Manifest // without the contents
	parcel   *botfile.Parcel
}

// Error reports a bot of which there can't be a package.
type Error struct {
	Name string // in the package
	Err  error
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s: can't be packed: %v", safe.Name(e.Name), e.Err)
}
func (e *Error) Unwrap() error { return e.Err }

// Make makes a package of a source, which may be none if there are programs. It asks the bot as it is in the package,
// if it runs here, what it plays: ask finds it in a file. The manifest has its name, and what else people say about it.
// Errors are of type *[unfit.Error] or *[Error], unless ctx is done or the bot could not be asked.
func Make(
	ctx context.Context, b build.Builder, t build.Source, m botfile.Manifest, how Options,
	ask func(ctx context.Context, path string) (host.Description, error),
) (*Built, error) {
	found, err := Collect(ctx, b, t, m.Name, how)
	if err != nil {
		return nil, err
	}
	defer found.Close() //nolint:errcheck // a temporary folder
	m.Kind, m.Start, m.Build = string(found.Kind), found.Start, found.Build
	made := &Built{Manifest: m}
	if made.parcel, err = botfile.NewParcel(found.Contents); err != nil {
		return nil, &Error{m.Name, err}
	}
	full, err := made.parcel.Fill(m)
	if err != nil {
		return nil, &Error{m.Name, err}
	}
	if full.RunsOn(runtime.GOOS, runtime.GOARCH) {
		// Messages call the bot as the user did, and not as it is in the package.
		err = made.ask(ctx, cmp.Or(t.Typed, m.Name), ask)
	}
	return made, err
}

// Write writes the package, with a signature unless sign is nil.
func (p *Built) Write(to io.Writer, sign botfile.Sign) error {
	if err := p.parcel.Write(to, p.Manifest, sign); err != nil {
		return &Error{p.Manifest.Name, err}
	}
	return nil
}

// ask asks the bot as it is in the package, and puts into the manifest what it says about itself. A version that the
// user has given counts more.
func (p *Built) ask(
	ctx context.Context, called string, ask func(ctx context.Context, path string) (host.Description, error),
) error {
	m := &p.Manifest
	folder, err := os.MkdirTemp("", "arena-pack-")
	if err != nil {
		return &Error{m.Name, err}
	}
	defer os.RemoveAll(folder) //nolint:errcheck // a temporary folder
	var text bytes.Buffer
	if err := p.Write(&text, nil); err != nil {
		return err
	}
	path := filepath.Join(folder, "package"+botfile.Ending)
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		return &Error{m.Name, err}
	}
	said, err := ask(ctx, path)
	if no := new(unfit.Error); errors.As(err, &no) {
		no.Culprit = safe.Outside(called)
	}
	if err != nil {
		return err
	}
	m.AnyGame, m.SDK = said.AnyGame, said.SDK
	if len(said.Games) > 0 {
		m.Games = make(map[string]botfile.Game)
	}
	for name, rules := range said.Games {
		m.Games[name] = botfile.Game{Rules: rules}
	}
	if m.Version == "" && botfile.IsVersion(said.Version) {
		m.Version = said.Version
	}
	return nil
}

// Rebuilt is a package that was made again of its source.
type Rebuilt struct {
	Differences []botfile.Difference // of the programs and files
	Build       *botfile.Build       // nil unless the source is in Go
}

// Again makes a package again of its source, for the same systems, and compares the files.
func Again(
	ctx context.Context, b build.Builder, t build.Source, m botfile.Manifest, building func(platform string),
) (Rebuilt, error) {
	if language.Kind(m.Kind) == language.Classic { // such a source need not say of which game it is
		for name := range m.Games {
			b.Game = name
		}
	}
	found, err := Collect(ctx, b, t, m.Name, Options{Platforms: m.Systems(), Building: building})
	if err != nil {
		return Rebuilt{}, err
	}
	defer found.Close() //nolint:errcheck // a temporary folder
	parcel, err := botfile.NewParcel(found.Contents)
	if err != nil {
		return Rebuilt{}, err
	}
	again, err := parcel.Fill(m)
	if err != nil {
		return Rebuilt{}, fmt.Errorf("%s: %w", safe.Name(t.Typed), err)
	}
	return Rebuilt{m.Differences(again), found.Build}, nil
}
