package replay

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
)

// Outcome returns a digest of a match and how it went: the facts of the match, the
// commands of each seat in each round, who was frozen when and for what, and the scores.
// Two recordings of a match of reproducible bots have the same Outcome, although they differ
// as files: costs, notes, standard error, texts of verdicts and the arena's version are not
// part of it. Neither are the statuses, which follow from measured CPU times.
func (r *Replay) Outcome() [sha256.Size]byte {
	d := outcomeDigest{sha256.New()}
	d.text("arena outcome 1")
	d.header(&r.Header)
	d.number(len(r.Rounds))
	for i := range r.Rounds {
		d.round(r, i)
	}
	d.number(len(r.Scores))
	for _, score := range r.Scores {
		d.number(score)
	}
	return [sha256.Size]byte(d.Sum(nil))
}

// outcomeDigest takes values with their lengths, so that no two lists of values are the same
// bytes.
type outcomeDigest struct{ hash.Hash }

func (d outcomeDigest) number(n int) { d.seed(uint64(n)) } //nolint:gosec // any bits will do

func (d outcomeDigest) seed(n uint64) { d.Write(binary.BigEndian.AppendUint64(nil, n)) }

func (d outcomeDigest) bytes(b []byte) {
	d.number(len(b))
	d.Write(b)
}

func (d outcomeDigest) text(s string) { d.bytes([]byte(s)) }

func (d outcomeDigest) header(h *Header) {
	d.text(h.Setup.Game().Info().Name)
	d.number(h.Rules)
	d.bytes(h.Setup.Text())
	d.bytes(h.Board[:])
	d.seed(h.Seed)
	d.text(string(h.Random))
	d.number(len(h.Seats))
	for _, seat := range h.Seats {
		d.text(seat.Name)
		d.bytes(seat.SHA256)
	}
}

func (d outcomeDigest) round(r *Replay, i int) {
	round := &r.Rounds[i]
	for _, turn := range round.Turns {
		var commands []byte
		if turn.Commands != nil && turn.Commands.Len() > 0 {
			commands = r.Setup.Game().EncodeCommands(turn.Commands)
		}
		d.bytes(commands)
	}
	d.number(len(round.Verdicts))
	for _, verdict := range round.Verdicts {
		d.number(verdict.Seat)
		d.text(string(verdict.Kind))
	}
}
