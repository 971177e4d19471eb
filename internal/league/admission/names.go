package admission

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/store"
)

const isSame = "this same program is in the league already"

// mayJoin finds out whether a package may join, before anything of it runs.
func (a *Admission) mayJoin(ctx context.Context, sub Submission, came *arrival) error {
	name, signer := sub.nameOr(came.file.Manifest.Name), came.file.Fingerprint()
	if signer == "" && a.wantsSignature(sub) {
		return sub.refuse(Unsigned, "is not signed", HowToSign)
	}
	if err := a.mayHave(ctx, sub, name, signer); err != nil {
		return err
	}
	now := a.League.Current(name)
	if now >= 0 && a.League.Entrants[now].Package == came.file.Digest && came.values == "" {
		return sub.refuse(Same, isSame, "")
	}
	if sub.By == ByOrganiser {
		return nil
	}
	return a.isNewer(sub, came, name)
}

// mayHave finds out whether a bot signed by a key may have a name.
func (a *Admission) mayHave(ctx context.Context, sub Submission, name, signer string) error {
	if sub.Rekey {
		return nil
	}
	holder, err := a.League.Store.Holder(ctx, a.League.ID, name)
	if err != nil {
		return err
	}
	if err := holder.Admits(signer, sub.Person); err != nil {
		return sub.explain(name, err)
	}
	taken := slices.ContainsFunc(a.League.Entrants, func(e store.Entrant) bool {
		return e.Stays() && e.Owner() == "" && store.SameName(e.Name, name)
	})
	if sub.By == ByWire && taken {
		return sub.refuse(Taken, safe.Sprintf("a bot that is not signed plays as %s", name),
			"choose another name, or have the organiser enter it: arena league add")
	}
	return nil
}

// isNewer finds out whether a package is newer than all that had its name. Otherwise anybody
// could bring an old package of an author back.
func (a *Admission) isNewer(sub Submission, came *arrival, name string) error {
	title, version := came.file.Manifest.Title(" "), came.file.Manifest.Version
	why := ""
	for _, e := range a.League.Entrants {
		switch {
		case e.Package == [sha256.Size]byte{} || !store.SameName(e.Name, name):
			continue
		case e.Package == came.file.Digest:
			why = fmt.Sprintf("%s was in the league before", title)
		case e.Version == version:
			why = fmt.Sprintf("another package of %s has this version", title)
		case isLower(version, e.Version):
			why = safe.Sprintf("%s is older than version %s, which was in the league", title, e.Version)
		}
		if why != "" {
			return sub.refuse(Old, why, "pack it with a higher version: arena bot pack --version")
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

// mayEnter finds out whether a bot that was met may play under its name.
func (a *Admission) mayEnter(ctx context.Context, sub Submission, e store.Entrant) error {
	if err := sub.checkName(e.Name); err != nil {
		return err
	}
	if err := a.mayHave(ctx, sub, e.Name, e.Signer); err != nil {
		return err
	}
	now := a.League.Current(e.Name)
	if now < 0 || a.League.Entrants[now].Program != e.Program || a.League.Entrants[now].Owner() != e.Owner() {
		return nil
	}
	return sub.refuse(Same, isSame, "--name enters it under another name")
}

// checkName returns an error unless a bot may play under a name.
func (s Submission) checkName(name string) error {
	why := ""
	switch {
	case name == "" || strings.TrimSpace(name) != name || engine.Printable(name) != name || strings.Contains(name, "\t"):
		why = "is not a name for a bot"
	case len([]rune(name)) > engine.MaxName:
		why = fmt.Sprintf("is longer than %d characters", engine.MaxName)
	default:
		return nil
	}
	return s.refusePart(BadName, name, why, fmt.Sprintf("--name takes up to %d characters", engine.MaxName))
}
