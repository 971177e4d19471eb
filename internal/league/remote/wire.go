package remote

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/scheduler"
)

// What jobs and results begin with: what they are, and the version of their form.
const (
	jobMagic    = "arena job 1\n"
	resultMagic = "arena result 1\n"
)

// Limits of what a job may have, for a worker that does not trust the league.
const (
	mostSeats   = 16
	mostText    = 256       // bytes of a name, a version, a path or a line of limits
	mostSetup   = 16 << 20  // bytes of a board file
	inlineSetup = 256 << 10 // a larger one is fetched as bots are
	mostRepeat  = 1_000_000 // times that a match is played again
	mostLongest = 24 * time.Hour
)

// digest is the SHA-256 of a blob, in hexadecimal in JSON.
type digest = store.Key

// job is a match as a worker is told of it.
type job struct {
	store.Conditions
	Fetch   *digest       `json:"fetch,omitempty"` // of a setup that is too large for here
	Seed    uint64        `json:"seed"`
	Repeat  int           `json:"repeat"`
	Longest time.Duration `json:"longest"`
	Seats   []seat        `json:"seats"`
}

// seat is a bot of a match.
type seat struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Program digest `json:"program"`
	Archive digest `json:"archive"` // what it is to be fetched as
	Path    string `json:"path"`    // in the archive; values for its parameters may follow a colon

	// What follows is of bots that are fetched as the package that they came in; Path is packageName then.

	Package digest `json:"package,omitzero"` // of its manifest
	Signer  string `json:"signer,omitempty"` // the fingerprint of the key that has signed it; "" if none has
}

// newJob returns what a worker is told, without what the bots are fetched as.
func newJob(j league.Job) job {
	f := j.Facts
	told := job{Conditions: f.Conditions, Seed: f.Seed, Repeat: f.Repeat, Longest: j.Longest}
	for i, program := range f.Programs {
		told.Seats = append(told.Seats, seat{Name: f.Names[i], Version: j.Versions[i], Program: program})
	}
	return told
}

// league returns the job. Its setup must be there.
func (j *job) league() league.Job {
	all := league.Job{Longest: j.Longest, Facts: store.Facts{Conditions: j.Conditions, Seed: j.Seed, Repeat: j.Repeat}}
	for _, s := range j.Seats {
		all.Facts.Names = append(all.Facts.Names, s.Name)
		all.Facts.Programs = append(all.Facts.Programs, s.Program)
		all.Versions = append(all.Versions, s.Version)
	}
	return all
}

// text returns what the broker sends.
func (j *job) text() ([]byte, error) {
	text, err := json.Marshal(j)
	return append([]byte(jobMagic), text...), err
}

// readJob reads what text has made.
func readJob(body []byte) (*job, error) {
	text, ours := bytes.CutPrefix(body, []byte(jobMagic))
	if !ours {
		return nil, formatError("job", body, jobMagic)
	}
	j := &job{}
	if err := decode(text, j); err != nil {
		return nil, err
	}
	return j, j.check()
}

// check returns an error if something is larger than any league needs it.
func (j *job) check() error {
	texts := []string{j.Game, string(j.Random), j.Limits, j.Sandbox}
	for _, s := range j.Seats {
		texts = append(texts, s.Name, s.Version, s.Path, s.Signer)
		name, _, _ := strings.Cut(s.Path, ":")
		if name == "" || strings.HasPrefix(name, ".") || strings.ContainsAny(name, `/\`) {
			return fmt.Errorf("%q is not the path of a bot", s.Path)
		}
		if s.isPackage() && name != packageName {
			return fmt.Errorf("%q is not the path of a package", s.Path)
		}
	}
	for _, text := range texts {
		if len(text) > mostText || !utf8.ValidString(text) {
			return fmt.Errorf("a text of it has more than %d bytes, or others than UTF-8", mostText)
		}
	}
	switch {
	case len(j.Seats) == 0 || len(j.Seats) > mostSeats:
		return fmt.Errorf("%d seats", len(j.Seats))
	case (j.Fetch == nil) == (len(j.Setup) == 0):
		return errors.New("it has no board, or two")
	case len(j.Setup) > inlineSetup:
		return fmt.Errorf("a board of %d bytes", len(j.Setup))
	case j.Repeat < 0 || j.Repeat > mostRepeat:
		return fmt.Errorf("repeat %d", j.Repeat)
	case j.Longest <= 0 || j.Longest > mostLongest:
		return fmt.Errorf("a match of %v", j.Longest)
	}
	return nil
}

// resultText returns what the broker sends of a match that was played.
func resultText(wall time.Duration, replay []byte) []byte {
	text := make([]byte, 0, len(resultMagic)+8+len(replay))
	text = append(text, resultMagic...)
	text = binary.BigEndian.AppendUint64(text, uint64(max(wall, 0)))
	return append(text, replay...)
}

// readResult reads what resultText has made.
func readResult(key scheduler.Key, body []byte) (league.Result, error) {
	text, ours := bytes.CutPrefix(body, []byte(resultMagic))
	if !ours || len(text) < 8 {
		return league.Result{}, formatError("result", body, resultMagic)
	}
	wall := binary.BigEndian.Uint64(text)
	if wall > uint64(mostLongest) {
		return league.Result{}, errors.New("the match took longer than a day")
	}
	return league.Result{Key: store.Key(key), Wall: time.Duration(wall), Replay: text[8:]}, nil
}

// formatError says which version something has, if it has one.
func formatError(what string, body []byte, want string) error {
	first, _, _ := bytes.Cut(body[:min(len(body), 40)], []byte("\n"))
	if bytes.HasPrefix(first, []byte("arena "+what)) {
		return fmt.Errorf("the %s is %q, and this arena knows %q", what, first, strings.TrimSpace(want))
	}
	return fmt.Errorf("this is not a %s of a league", what)
}

// sum returns the digest of a blob.
func sum(blob []byte) digest { return sha256.Sum256(blob) }
