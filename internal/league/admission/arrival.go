package admission

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
)

// arrival is a package that was brought to a league, or the files that a person has handed in.
type arrival struct {
	draft  *league.StagedPackage
	file   *pack.File // the draft as it was read; closed, as the draft is moved later. Nil if it is no package
	values string     // of parameters, as typed
	bot    string     // where it is, if it is no package
	name   string     // under which that is to play; "" for its own
}

// isPackage reports whether there is a package.
func (came *arrival) isPackage() bool { return came != nil && came.file != nil }

// receive copies what was brought if it is a package, and compares all of it with its manifest and
// signature. It returns nil if it is none, and the league takes that.
func (a *Admission) receive(ctx context.Context, sub Submission) (*arrival, error) {
	if sub.isSources() {
		return a.openSources(sub)
	}
	file, values := sub.split()
	path, err := a.finder(sub).Locate(file)
	switch {
	case err != nil:
		return nil, sub.explain("", err)
	case filepath.Ext(path) == botfile.Ending:
		return a.open(ctx, path, sub, values)
	case a.wantsSignature(sub):
		return nil, sub.refuse(NoPackage, "is not a package, and only signed packages are accepted here", HowToSign)
	}
	return nil, nil //nolint:nilnil // there is no package, and that is no mistake
}

// split returns the path of a submission and the values for its parameters, which only the organiser types.
func (s Submission) split() (path, values string) {
	if s.By != ByOrganiser {
		return s.Typed, ""
	}
	return find.SplitValues(s.Typed)
}

// wantsSignature reports whether the league takes only signed packages. Who has a link of their own is known.
func (a *Admission) wantsSignature(sub Submission) bool {
	return a.League.Signed || sub.By == ByWire && sub.Person == ""
}

// openSources copies the files that a person has handed in.
func (a *Admission) openSources(sub Submission) (*arrival, error) {
	if a.League.Signed {
		return nil, sub.refuse(NoPackage, "is not a package, and only signed packages are accepted here", HowToSign)
	}
	draft, err := a.League.Folder.Draft(sub.Typed)
	if err != nil {
		return nil, sub.notCopied(sub.Typed, err)
	}
	came := &arrival{draft: draft}
	if came.bot, came.name, err = unwrap(draft.Path, draft.Unpacked()); err != nil {
		draft.Discard()
		return nil, err
	}
	return came, nil
}

func (a *Admission) open(ctx context.Context, path string, sub Submission, values string) (*arrival, error) {
	draft, err := a.League.Folder.Draft(path)
	if err != nil {
		return nil, sub.notCopied(path, err)
	}
	came := &arrival{draft: draft, values: values}
	if err := came.read(ctx, sub); err != nil {
		draft.Discard()
		return nil, sub.explain("", err)
	}
	return came, nil
}

// notCopied says why a package was not copied. If the package can't be read, that is its fault.
func (s Submission) notCopied(path string, err error) error {
	at := new(fs.PathError)
	unfit := errors.Is(err, league.ErrLarge) || errors.Is(err, league.ErrNoFile)
	if unfit || errors.As(err, &at) && at.Path == path {
		return s.refuse(Unfit, bare(err), "")
	}
	return err
}

// read reads the package, and compares all contents with its manifest.
func (came *arrival) read(ctx context.Context, sub Submission) error {
	p, err := pack.OpenAs(came.draft.Path, sub.Called())
	if err != nil {
		return err
	}
	defer p.Close() //nolint:errcheck // only read
	if err := p.Verify(ctx); err != nil {
		return err
	}
	came.file = p
	return nil
}

// typed is what finds the copy.
func (came *arrival) typed() string {
	if !came.isPackage() {
		return came.bot
	}
	if came.values == "" {
		return came.draft.Path
	}
	return came.draft.Path + ":" + came.values
}

// admitted lets packages play. In a league, names belong to keys, so nobody asks the user whether
// to trust them, and all are confined.
func admitted(context.Context, *pack.File) error { return nil }

// entrant returns a bot as the league will know it.
func (came *arrival) entrant(sub Submission, met lineup.Entrant) store.Entrant {
	e := store.Entrant{Entrant: met.Played(), Person: sub.Person}
	if came.isPackage() {
		manifest := came.file.Manifest
		e.Name, e.Package, e.Signer, e.Author = manifest.Name, came.file.Digest, came.file.Fingerprint(), manifest.Author
		e.Version = cmp.Or(manifest.Version, e.Version)
	}
	if came != nil && came.name != "" {
		e.Name = came.name
	}
	if sub.Name != "" {
		e.Name = sub.Name
	}
	return e
}
