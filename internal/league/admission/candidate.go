package admission

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/members"
)

// Candidate is a submission that was examined, and may join. It must be discarded.
type Candidate struct {
	*Admission // with a league that is read for this candidate alone

	sub      Submission
	came     *arrival  // nil if it is neither a package nor the files of a person
	programs *programs // of all candidates
	bot      lineup.Entrant
	entrant  store.Entrant // who is to play; for one that plays already, who plays
	brought  bool          // the program is in the folder of the league
	leave    func()        // lets the league remove programs again that nobody needs; nil if it may
	compared bool          // with the bot at the gate, in matches that the store keeps
	refused  error
}

// Examine finds out whether a bot plays as a bot of the league must. Any number may be examined at a time: what
// depends on who else plays is looked at once more by [Candidate.Enter].
func (a *Admission) Examine(ctx context.Context, sub Submission) *Candidate {
	c := &Candidate{Admission: a.reading(), sub: sub, programs: &a.programs}
	c.said = &lastLines{}
	c.refused = c.examine(ctx)
	if refused := new(Refusal); errors.As(c.refused, &refused) && (refused.Reason == Failed || refused.Reason == Unfit) {
		refused.Lines = c.lastLines(refused)
	}
	return c
}

// Refused returns why the bot can't join, whoever joins before it; nil if it may.
func (c *Candidate) Refused() error { return c.refused }

// examine copies a bot, and finds out whether it may join. What costs much comes last.
func (c *Candidate) examine(ctx context.Context) (err error) {
	if c.sub.Wrong != "" {
		return c.sub.refuse(Unfit, c.sub.Wrong, "")
	}
	if c.leave, err = c.League.Folder.Use(ctx); err != nil {
		return err
	}
	if err := c.League.Read(ctx); err != nil {
		return err
	}
	late, err := c.late(ctx)
	if err != nil {
		return err
	}
	if c.came, err = c.receive(ctx, c.sub); err != nil {
		return err
	}
	if c.sub.Person, err = c.person(ctx); err != nil {
		return err
	}
	if err := c.mayCome(ctx); err != nil {
		return err
	}
	if err := c.bring(ctx); err != nil {
		return c.sub.explain("", err)
	}
	c.entrant = c.came.entrant(c.sub, c.bot)
	c.entrant.Late, c.entrant.Came = late, c.sub.Came
	if c.sub.Came.IsZero() {
		c.entrant.Came = c.now()
	}
	if c.came != nil && !c.came.isPackage() { // its name was not known before
		if err := c.mayHaveMore(ctx, author{c.entrant, c.sub.By}, c.entrant.Name); err != nil {
			return err
		}
	}
	if err := c.mayPlay(ctx); err != nil {
		return err
	}
	if err := c.check(ctx, c.sub, c.bot); err != nil {
		return err
	}
	c.compared = c.League.Gate != ""
	return c.qualify(ctx, c.sub, c.bot)
}

// openWorkshop opens a workshop for what others than the organiser have brought, if it may be sources.
func (c *Candidate) openWorkshop() error {
	if !c.sub.Build || c.sub.By == ByOrganiser || c.came.isPackage() || !c.Sandbox.Confines() {
		return nil
	}
	bots, err := filepath.Abs(c.League.Folder.Bots()) // what is confined has whole paths
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp(bots, league.Unfinished)
	if err != nil {
		return err
	}
	c.workshop = &build.Workshop{Sandbox: c.Sandbox, Folder: folder}
	return os.Chmod(folder, 0o755) //nolint:gosec // what is confined may run as another user
}

// bring starts a bot once, and brings it into the folder of the league.
func (c *Candidate) bring(ctx context.Context) error {
	if err := c.openWorkshop(); err != nil {
		return err
	}
	g, err := c.greet(ctx, c.sub, c.came)
	if err != nil {
		return err
	}
	return c.programs.bring(func() ([sha256.Size]byte, error) {
		c.bot, err = c.Admission.bring(ctx, g)
		c.brought = err == nil
		return c.bot.Bot.SHA256, err
	})
}

// person returns whose a submission is: of the link by which it came, or if the organiser brings it, of its name.
func (c *Candidate) person(ctx context.Context) (string, error) {
	switch {
	case c.came == nil:
		return "", nil
	case c.sub.By == ByOrganiser:
		h, err := c.League.Store.Holder(ctx, c.League.ID, c.sub.nameOr(c.came.file.Manifest.Name))
		signer := c.came.file.Fingerprint() // who brings what the organiser adds has no sources
		if err == nil && (c.sub.Rekey || h.Signer == signer && signer != "") {
			return h.Person, nil
		}
		return "", err
	case c.sub.Person == "":
		return "", nil
	}
	return c.sub.Person, c.wasSealed()
}

// wasSealed returns an error unless the league itself has called a submission that of its person: others may write into
// the inbox, too.
func (c *Candidate) wasSealed() error {
	digest, err := digestOf(c.came.draft.Path)
	if err != nil {
		return err
	}
	identity, err := members.LoadIdentity(c.League.Folder.Workers())
	if err != nil {
		return err
	}
	name, err := sealedName(identity, digest, c.sub.Person, filepath.Ext(c.sub.Typed))
	if err == nil && name != filepath.Base(c.sub.Typed) {
		err = c.sub.refuse(Unfit, "is not what came by the link of a person", "submit it again")
	}
	return err
}

func digestOf(path string) (digest [sha256.Size]byte, err error) {
	file, err := os.Open(path)
	if err != nil {
		return digest, err
	}
	defer file.Close() //nolint:errcheck // only read
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	return [sha256.Size]byte(hash.Sum(nil)), err
}

// mayCome finds out whether a package may join, before anything of it runs.
func (c *Candidate) mayCome(ctx context.Context) error {
	if c.came == nil {
		return nil
	}
	if !c.came.isPackage() {
		return c.mayUpload(ctx, author{store.Entrant{Person: c.sub.Person}, c.sub.By})
	}
	name := c.sub.nameOr(c.came.file.Manifest.Name)
	if err := c.mayJoin(ctx, c.sub, c.came); err != nil {
		return c.orPlaying(name, err)
	}
	author := author{store.Entrant{Signer: c.came.file.Fingerprint(), Person: c.sub.Person}, c.sub.By}
	if err := c.mayHaveMore(ctx, author, name); err != nil {
		return err
	}
	return c.mayUpload(ctx, author)
}

// mayPlay finds out whether a bot that was met may play, beside those that play now.
func (c *Candidate) mayPlay(ctx context.Context) error {
	if err := c.mayEnter(ctx, c.sub, c.entrant); err != nil {
		return c.orPlaying(c.entrant.Name, err)
	}
	return c.sub.mayPlayBeside(c.League.Entrants, c.entrant)
}

// orPlaying notes who plays already, if a bot is refused because it is the same.
func (c *Candidate) orPlaying(name string, err error) error {
	if refused := new(Refusal); errors.As(err, &refused) && refused.Reason == Same {
		c.entrant = c.League.Entrants[c.League.Current(name)]
	}
	return err
}

// Enter lets the bot join, if the league takes it as it is now. It returns who plays then; with a *[Refusal] that it is
// the same, who plays already. Candidates enter one after the other.
func (c *Candidate) Enter(ctx context.Context) (store.Entrant, error) {
	if c.refused == nil {
		c.refused = c.join(ctx)
	}
	return c.entrant, c.refused
}

// source returns the folder with the source of a bot that others have brought; "" if there is none.
func (c *Candidate) source() string {
	switch {
	case c.workshop != nil && files.IsFolder(c.workshop.Source()):
		return c.workshop.Source()
	case c.came != nil && !c.came.isPackage():
		return c.came.draft.Unpacked()
	}
	return ""
}

// join looks again at what others may have changed, and writes down that the bot joins.
func (c *Candidate) join(ctx context.Context) error {
	if err := c.League.Read(ctx); err != nil {
		return err
	}
	if c.came.isPackage() {
		if err := c.mayJoin(ctx, c.sub, c.came); err != nil {
			return c.orPlaying(c.entrant.Name, err)
		}
	}
	if c.came != nil {
		if err := c.mayHaveMore(ctx, author{c.entrant, c.sub.By}, c.entrant.Name); err != nil {
			return err
		}
	}
	if err := c.mayPlay(ctx); err != nil {
		return err
	}
	if source := c.source(); c.KeepSources && source != "" { // before it plays, or it might play without
		if err := c.League.Folder.KeepSource(c.entrant, source); err != nil {
			return err
		}
	}
	return c.sub.explain(c.entrant.Name, c.enter(ctx, c.sub, c.came, c.entrant))
}

// Discard removes what the league does not need of a bot, or strangers could fill the disk with such.
func (c *Candidate) Discard(ctx context.Context) {
	if c.came != nil {
		c.came.draft.Discard()
	}
	if c.brought {
		c.programs.leave(c.bot.Bot.SHA256, func() { c.drop(context.WithoutCancel(ctx)) })
	}
	if c.workshop != nil {
		_ = os.RemoveAll(c.workshop.Folder) // it begins with a dot: nobody looks at it
	}
	if c.leave != nil {
		c.leave()
	}
}

// drop removes the copy of a bot, unless it has joined or the store has matches of it. If it is not certain that
// nobody plays with it, it stays.
func (c *Candidate) drop(ctx context.Context) {
	program := c.bot.Bot.SHA256
	err := c.League.Read(ctx)
	atGate := strings.HasPrefix(c.League.Gate, store.Key(program).String())
	if err == nil && !c.compared && !atGate && !c.League.Has(program) {
		_ = c.League.Folder.Drop(program) // what stays takes room, and no more
	}
}
