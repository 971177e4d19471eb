package league

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/process/lineproto"
)

// UsualChecks is the share of the workers' matches that is checked unless the league says
// otherwise.
const UsualChecks = 0.05

const (
	newcomer = 20   // so many matches of a new worker are all checked
	mostDue  = 1000 // so many checks may wait; while they do, no more matches are chosen
	mostVoid = 2    // so often a match is played again in vain, as the machine was to blame
	mostCost = 2    // so many workers are revoked for the sake of one program
)

// checks are the matches that others must play again, to compare.
type checks struct {
	due     []store.PendingCheck         // that are not out
	varying map[[sha256.Size]byte]string // programs of which nothing can be compared
	cost    map[[sha256.Size]byte]int    // how many workers were revoked for the sake of each
}

// IsChosen reports whether a match is one of the share that is checked. Without the secret,
// nobody can tell.
func IsChosen(secret []byte, key store.Key, share float64) bool {
	sum := sha256.Sum256(append(bytes.Clone(secret), key[:]...))
	const bits = 53 // of a float64
	return float64(binary.BigEndian.Uint64(sum[:])>>(64-bits)) < share*(1<<bits)
}

// liesInMachine reports whether a bot was frozen for what may lie in the machine.
func liesInMachine(m store.Match) bool {
	return slices.ContainsFunc(m.Verdicts, func(v match.Verdict) bool { return mayLieInMachine(v) })
}

func mayLieInMachine(v match.Verdict) bool {
	about, _ := v.Kind.About()
	return about.Machine || lineproto.MeetsIllegalInstruction(v)
}

// checkOf returns whether a result must be checked. One in which a machine may be to blame was played by several.
func (p *playing) checkOf(f store.Facts, key store.Key, m store.Match) store.Check {
	switch share := p.league.Checks; {
	case m.Worker == "" || share <= 0 || liesInMachine(m) || p.varies(f) || len(p.due) >= mostDue:
	case p.workers[m.Worker].Matches < newcomer || IsChosen(p.league.Secret, key, share):
		return store.CheckDue
	}
	return ""
}

// varies reports whether there is a bot in a match that does not play the same way again.
func (p *playing) varies(f store.Facts) bool {
	return slices.ContainsFunc(f.Programs, func(program [sha256.Size]byte) bool { return p.varying[program] != "" })
}

// readDue reads the pending checks that no worker has yet.
func (p *playing) readDue(ctx context.Context) error {
	due, err := p.Store.Due(ctx, p.league.ID, mostDue)
	p.due = slices.DeleteFunc(due, func(d store.PendingCheck) bool { return p.given[d.Key] != nil })
	return err
}

// nextDue returns the next check, if there is somebody to make it. Few are out at a time, so that
// the league goes on if their workers leave.
func (p *playing) nextDue(ctx context.Context) (*given, error) {
	out := 0
	for _, job := range p.given {
		if job.check != nil {
			out++
		}
	}
	if out >= max(4, len(p.given)/4) {
		return nil, nil
	}
	for i := 0; i < len(p.due); i++ {
		due := p.due[i]
		job := p.jobOf(due.Planned)
		not := append(job.Not, due.Worker)
		for _, again := range due.Again {
			not = append(not, again.Worker)
		}
		if !p.isThereBut(not) {
			continue
		}
		if p.varies(job.Facts) {
			if err := p.Store.Conclude(ctx, store.Conclusion{Key: due.Key, Check: store.CheckVoid}, p.now()); err != nil {
				return nil, err
			}
			p.due = slices.Delete(p.due, i, i+1)
			i--
			continue
		}
		p.due = slices.Delete(p.due, i, i+1)
		job.Not, job.ByLot, job.check = not, true, &due
		return job, nil
	}
	return nil, nil
}

// conclude compares a match that was played again, and acts on what follows.
func (p *playing) conclude(ctx context.Context, job *given, d Delivered, m store.Match) error {
	due := job.check
	again := store.Replayed{Worker: d.Worker, Outcome: m.Outcome, Played: m.Ended, Replay: d.Replay}
	if liesInMachine(m) {
		again.Outcome, again.Replay = nil, nil
	}
	c, err := p.judge(ctx, due, again)
	if err != nil {
		return err
	}
	if err := p.Store.Conclude(ctx, c, p.now()); err != nil {
		return err
	}
	d.Done()
	delete(p.given, d.Key)
	p.tally.Checked++
	switch c.Check {
	case store.CheckDue:
		again.Replay = nil
		due.Again = append(due.Again, again)
		p.due = append(p.due, *due)
	case store.CheckPassed:
		p.pass(due.Worker)
	}
	for _, program := range c.Varying {
		p.varying[program] = c.Why
		p.tell(Event{Kind: Varying, Match: played.Match{Planned: due.Planned}, Reason: c.Why})
	}
	if len(c.Odd) == 0 {
		return nil
	}
	for _, program := range c.Began {
		p.cost[program] += len(c.Odd)
	}
	for _, odd := range c.Odd {
		p.workers[odd].Failed++
	}
	return p.dismiss(ctx, c.Odd, c.Why)
}

func (p *playing) pass(worker string) {
	if w := p.workers[worker]; w != nil {
		w.Passed++
	}
}

// finding is what somebody found a match to be.
type finding struct {
	worker  string
	outcome []byte
}

// judge returns what follows from a match that was played once more.
func (p *playing) judge(ctx context.Context, due *store.PendingCheck, again store.Replayed) (store.Conclusion, error) {
	c := store.Conclusion{
		Key: due.Key, Again: again, Check: store.CheckDue,
		Agrees: bytes.Equal(again.Outcome, due.Outcome),
	}
	all := []finding{{due.Worker, due.Outcome}}
	vain := 0
	for _, one := range append(slices.Clone(due.Again), again) {
		switch w := p.workers[one.Worker]; {
		case w != nil && w.IsRevoked(): // its word does not count any more
		case one.Outcome == nil:
			vain++
		default:
			all = append(all, finding{one.Worker, one.Outcome})
		}
	}
	switch {
	case again.Outcome == nil:
		if vain >= mostVoid {
			c.Check = store.CheckVoid
		}
		return c, nil
	case len(all) == 2 && c.Agrees:
		c.Check, c.Again.Replay, c.DropReplay = store.CheckPassed, nil, !p.keeps(due.Match)
		return c, nil
	case len(all) == 2:
		return c, nil // a third decides
	}
	return p.decide(ctx, c, due.Planned, all)
}

// decide finds out which of three workers is right, if they have played one match and do not agree.
func (p *playing) decide(ctx context.Context, c store.Conclusion, m schedule.Planned,
	all []finding,
) (store.Conclusion, error) {
	right := rightOf(all)
	began, err := p.firstDiffering(ctx, c, all)
	if err != nil {
		return c, err
	}
	if right == nil {
		c.Check, c.Varying = store.CheckVoid, began
		c.Why = fmt.Sprintf("three machines have played match %s in three ways", short(c.Key))
		return c, nil
	}
	// The replay of a match that has passed is dropped. If who has confirmed it was revoked since, it is checked anew,
	// and then any of its programs may be to blame.
	if len(began) == 0 {
		began = programsOf(p.league.Facts(m))
		if p.costsTooMuch(began) {
			c.Check = store.CheckVoid
			return c, nil
		}
	}
	if p.costsTooMuch(began) {
		c.Check, c.Varying = store.CheckVoid, began
		c.Why = fmt.Sprintf("%d workers were revoked for its sake, and another one has played match %s in its own way",
			mostCost, short(c.Key))
		return c, nil
	}
	c.Check = store.CheckPassed
	if !bytes.Equal(all[0].outcome, right) {
		c.Check = store.CheckFailed
	}
	for _, one := range all {
		if !bytes.Equal(one.outcome, right) {
			c.Odd = append(c.Odd, one.worker)
		}
	}
	c.Began = began
	c.Why = fmt.Sprintf("what it says of match %s is not what others have played", short(c.Key))
	return c, nil
}

// costsTooMuch reports whether enough workers were revoked for the sake of one of these programs.
func (p *playing) costsTooMuch(programs [][sha256.Size]byte) bool {
	return slices.ContainsFunc(programs, func(program [sha256.Size]byte) bool { return p.cost[program] >= mostCost })
}

// programsOf returns the programs of a match, each once.
func programsOf(f store.Facts) (all [][sha256.Size]byte) {
	for _, program := range f.Programs {
		if !slices.Contains(all, program) {
			all = append(all, program)
		}
	}
	return all
}

// rightOf returns what most have played, or nil if each has played something else. If the
// league's own machine is one of them, and two are agreed, it is right.
func rightOf(all []finding) (right []byte) {
	for i, one := range all {
		if slices.ContainsFunc(all[i+1:], func(other finding) bool { return bytes.Equal(one.outcome, other.outcome) }) {
			right = one.outcome
		}
	}
	if own := slices.IndexFunc(all, func(one finding) bool { return one.worker == "" }); own >= 0 && right != nil {
		return all[own].outcome
	}
	return right
}

// short is enough of a key to find its match by.
func short(key store.Key) string { return key.String()[:12] }
