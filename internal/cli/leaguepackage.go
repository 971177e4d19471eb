package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/botarena/arena/internal/botpackage"
	"github.com/botarena/arena/internal/bots"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/signers"
	"github.com/botarena/arena/internal/store"
	"github.com/botarena/arena/internal/words"
)

// arrival is a package that was brought to a league.
type arrival struct {
	draft    *league.Draft
	manifest botpackage.Manifest
	digest   [32]byte
	signer   string // the fingerprint; "" if it is not signed
	values   string // of parameters, as typed
}

const howToSign = "pack it as a signed package: arena bot pack; ssh-keygen -t ed25519 makes a key to sign with"

// receive copies what was brought if it is a package, and compares all of it with its manifest and
// signature. It returns nil if it is none, and the league takes that.
func (l *openLeague) receive(ctx context.Context, sub submission) (*arrival, error) {
	file, values := bots.SplitValues(sub.typed)
	path, err := sub.from.finder().Locate(file)
	switch {
	case err != nil:
		return nil, err
	case filepath.Ext(path) == botpackage.Ending:
		return l.open(ctx, path, sub.typed, values)
	case l.Signed || sub.by == byWire:
		return nil, withHint(fmt.Errorf("%s: is no package, and only signed ones are taken here", words.Name(sub.typed)), howToSign)
	}
	return nil, nil //nolint:nilnil // there is no package, and that is no mistake
}

func (l *openLeague) open(ctx context.Context, path, typed, values string) (*arrival, error) {
	draft, err := l.folder.Draft(path)
	if err != nil {
		return nil, fileError(typed, err)
	}
	came := &arrival{draft: draft, values: values}
	p, err := openWhole(ctx, draft.Path)
	if err != nil {
		draft.Discard()
		return nil, came.named(err, typed)
	}
	defer p.Close() //nolint:errcheck // only read
	came.manifest, came.digest = p.Manifest, p.Digest
	if p.Signer != nil {
		came.signer = signers.Fingerprint(p.Signer)
	}
	return came, nil
}

// admitted lets packages play. In a league, names belong to keys, so nobody asks the user whether
// to trust them, and all are confined.
func admitted(context.Context, *bots.PackageFile) error { return nil }

// typed is what finds the copy.
func (a *arrival) typed() string {
	if a.values == "" {
		return a.draft.Path
	}
	return a.draft.Path + ":" + a.values
}

// named puts what was typed into an error that names the copy.
func (a *arrival) named(err error, typed string) error {
	if a == nil || err == nil {
		return err
	}
	if e := new(bots.Error); errors.As(err, &e) {
		e.Typed, e.Fix = typed, strings.ReplaceAll(e.Fix, words.Shell(a.draft.Path), words.Shell(typed))
	}
	if strings.Contains(hintOf(err), filepath.Dir(a.draft.Path)) { // the copy is gone when somebody reads it
		err = withHint(err, "to see it by hand: "+words.Shell("arena", "check", typed))
	}
	return err
}

// entrant returns a bot as the league will know it.
func (a *arrival) entrant(sub submission, who lineup.Entrant) store.Entrant {
	e := store.Entrant{Name: who.Name, Version: who.Version, Typed: who.Bot.Typed, Program: who.Bot.SHA256}
	if a != nil {
		e.Name, e.Package, e.Signer, e.Author = a.manifest.Name, a.digest, a.signer, a.manifest.Author
		if a.manifest.Version != "" {
			e.Version = a.manifest.Version
		}
	}
	if sub.name != "" {
		e.Name = sub.name
	}
	return e
}

// title is a bot in a line, with its version if it came in a package.
func title(e store.Entrant) string {
	if e.Package == [32]byte{} || e.Version == "" {
		return e.Name
	}
	return e.Name + " " + e.Version
}

// mayJoin finds out whether a package may join, before anything of it runs. With [errSame], it
// returns who plays already.
func (l *openLeague) mayJoin(ctx context.Context, sub submission, a *arrival) (store.Entrant, error) {
	name := sub.name
	if name == "" {
		name = a.manifest.Name
	}
	if a.signer == "" && (l.Signed || sub.by == byWire) {
		return store.Entrant{}, withHint(fmt.Errorf("%s: is not signed", words.Name(sub.typed)), howToSign)
	}
	if err := l.mayHave(ctx, sub, name, a.signer); err != nil {
		return store.Entrant{}, err
	}
	if now := l.current(name); now >= 0 && l.Entrants[now].Package == a.digest && a.values == "" {
		return l.Entrants[now], fmt.Errorf("%s: %w", words.Name(sub.typed), errSame)
	}
	if sub.by == byOrganiser {
		return store.Entrant{}, nil
	}
	return store.Entrant{}, l.isNewer(sub, a, name)
}

// mayHave finds out whether a bot signed by a key may have a name.
func (l *openLeague) mayHave(ctx context.Context, sub submission, name, signer string) error {
	if sub.rekey {
		return nil
	}
	holder, err := l.store.Holder(ctx, l.ID, name)
	if err != nil {
		return err
	}
	if err := holder.Admits(signer); err != nil {
		hint := (*store.HeldError)(nil).Hint()
		if sub.by == byOrganiser {
			hint = "--rekey gives the name to this bot's key, if you are sure that it is the same author"
		}
		return withHint(fmt.Errorf("%s: %s: %w", words.Name(sub.typed), words.Name(name), err), hint)
	}
	taken := slices.ContainsFunc(l.Entrants, func(e store.Entrant) bool {
		return e.Stays() && e.Signer == "" && store.SameName(e.Name, name)
	})
	if sub.by == byWire && taken {
		return withHint(fmt.Errorf("%s: a bot that is not signed plays as %s", words.Name(sub.typed), words.Name(name)),
			"choose another name, or have the organiser enter it: arena league add")
	}
	return nil
}

// isNewer finds out whether a package is newer than all that had its name. Otherwise anybody
// could bring an old package of an author back.
func (l *openLeague) isNewer(sub submission, a *arrival, name string) error {
	old := func(format string, args ...any) error {
		return withHint(fmt.Errorf("%s: %s", words.Name(sub.typed), fmt.Sprintf(format, args...)), "pack it with a higher version: arena bot pack --version")
	}
	version := a.manifest.Version
	for _, e := range l.Entrants {
		switch {
		case e.Package == [32]byte{} || !store.SameName(e.Name, name):
		case e.Package == a.digest:
			return old("%s was in the league before", a.manifest.Title(" "))
		case e.Version == version:
			return old("another package of %s has this version", a.manifest.Title(" "))
		case isLower(version, e.Version):
			return old("%s is older than version %s, which was in the league", a.manifest.Title(" "), words.Name(e.Version))
		}
	}
	return nil
}

// isLower reports whether a version is lower than another. Versions that are not made of numbers
// and points have no order.
func isLower(version, than string) bool {
	version, than = "v"+version, "v"+than
	return semver.IsValid(version) && semver.IsValid(than) && semver.Compare(version, than) < 0
}
