package find

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// BuiltPackage is a package that was made, and not written yet.
type BuiltPackage struct {
	Manifest pack.Manifest // without the contents
	parcel   *pack.Parcel
}

// PackError reports a bot of which there can't be a package.
type PackError struct {
	Name string // in the package
	Err  error
}

func (e *PackError) Error() string {
	return fmt.Sprintf("%s: can't be packed: %v", safe.Name(e.Name), e.Err)
}
func (e *PackError) Unwrap() error { return e.Err }

// PackedName is the usual name of a bot in its package: that of the player, if it is a player file of an original
// program.
func (f Finder) PackedName(typed string, how Packing) string {
	if t, err := f.locate(typed); typed != "" && err == nil && !t.folder && kindOf(t.path) == language.CPP {
		if player, _ := t.source().Player(filepath.Dir(t.path), filepath.Base(t.path)); player != "" {
			return plainName(player)
		}
	}
	return how.NameFor(typed)
}

// NameFor is the usual name of a bot in its package: that of its folder or file, or else of its first program.
func (how Packing) NameFor(typed string) string {
	if typed == "" {
		typed = how.Programs[slices.Min(slices.Collect(maps.Keys(how.Programs)))]
	}
	if whole, err := filepath.Abs(typed); err == nil { // it may be "."
		typed = whole
	}
	return plainName(typed)
}

// Make makes a package of a bot. It collects what [Finder.Pack] does, and asks the bot as it is in the package, if
// it runs here, what it plays. The manifest has its name, and what else people say about it. Errors are of type
// *[Error] or *[PackError], unless ctx is done or the bot could not be asked.
func (f Finder) Make(
	ctx context.Context, typed string, m pack.Manifest, how Packing, ask Asks,
) (*BuiltPackage, error) {
	found, err := f.Pack(ctx, typed, m.Name, how)
	if err != nil {
		return nil, err
	}
	defer found.Close() //nolint:errcheck // a temporary folder
	m.Kind, m.Start, m.Build = string(found.Kind), found.Start, found.Build
	parcel, err := pack.NewParcel(found.Contents)
	if err != nil {
		return nil, &PackError{m.Name, err}
	}
	full, err := parcel.Fill(m)
	if err != nil {
		return nil, &PackError{m.Name, err}
	}
	made := &BuiltPackage{m, parcel}
	if full.RunsOn(runtime.GOOS, runtime.GOARCH) {
		err = f.askMade(ctx, made, cmp.Or(typed, m.Name), ask)
	}
	return made, err
}

// Write writes the package, with a signature unless sign is nil.
func (p *BuiltPackage) Write(to io.Writer, sign pack.Sign) error {
	if err := p.parcel.Write(to, p.Manifest, sign); err != nil {
		return &PackError{p.Manifest.Name, err}
	}
	return nil
}

// askMade asks a bot as it is in its package. Messages call it as the user did, and not as it is there.
func (f Finder) askMade(ctx context.Context, made *BuiltPackage, called string, ask Asks) error {
	folder, err := os.MkdirTemp("", "arena-pack-")
	if err != nil {
		return &PackError{made.Manifest.Name, err}
	}
	defer os.RemoveAll(folder) //nolint:errcheck // a temporary folder
	var text bytes.Buffer
	if err := made.Write(&text, nil); err != nil {
		return err
	}
	path := filepath.Join(folder, "package"+pack.Ending)
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		return &PackError{made.Manifest.Name, err}
	}
	f.Admit = func(context.Context, *PackageFile) error { return nil } // it is our own
	f.Unpack, f.Terms = folder, sandbox.Terms{}
	_, said, err := f.findAndAsk(ctx, path, ask)
	if unfit := new(Error); errors.As(err, &unfit) {
		unfit.Culprit = safe.Outside(called)
	}
	if err == nil {
		made.note(said)
	}
	return err
}

// note puts what a bot says about itself into the manifest. A version that the user has given counts more.
func (p *BuiltPackage) note(said host.Description) {
	m := &p.Manifest
	m.AnyGame, m.SDK = said.AnyGame, said.SDK
	if len(said.Games) > 0 {
		m.Games = make(map[string]pack.Game)
	}
	for name, rules := range said.Games {
		m.Games[name] = pack.Game{Rules: rules}
	}
	if m.Version == "" && pack.IsVersion(said.Version) {
		m.Version = said.Version
	}
}

// RebuildDiff is a package that was made again of its source.
type RebuildDiff struct {
	Differences []pack.Difference // of the programs and files
	Build       *pack.Build       // nil unless the source is in Go
}

// MakeAgain makes a package again of its source, for the same systems, and compares the files.
func (f Finder) MakeAgain(
	ctx context.Context, m pack.Manifest, source string, building func(platform string),
) (RebuildDiff, error) {
	if Kind(m.Kind) == language.Classic { // such a source need not say of which game it is
		for name := range m.Games {
			f.Game = name
		}
	}
	found, err := f.Pack(ctx, source, m.Name, Packing{Platforms: m.Systems(), Building: building})
	if err != nil {
		return RebuildDiff{}, err
	}
	defer found.Close() //nolint:errcheck // a temporary folder
	parcel, err := pack.NewParcel(found.Contents)
	if err != nil {
		return RebuildDiff{}, err
	}
	again, err := parcel.Fill(m)
	if err != nil {
		return RebuildDiff{}, fmt.Errorf("%s: %w", safe.Name(source), err)
	}
	return RebuildDiff{m.Differences(again), found.Build}, nil
}
