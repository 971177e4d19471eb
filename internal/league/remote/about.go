package remote

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/process/host"
)

// aboutFormat is the version of [About], and of what a league and its workers say to each other: one of
// another version could neither fetch bots nor sign results as the other wants it.
const aboutFormat = 3

// About is what a worker tells about itself when it joins.
type About struct {
	Format     int            `json:"format"`     // set by [About.Text]
	Arena      safe.Outside   `json:"arena"`      // version
	Protocol   int            `json:"protocol"`   // version of that which bots speak
	Rules      map[string]int `json:"rules"`      // versions, by game
	OS         safe.Outside   `json:"os"`         // as Go calls it
	Arch       safe.Outside   `json:"arch"`       // the same
	Processors int            `json:"processors"` // that it has
	Sandboxes  []string       `json:"sandboxes"`  // levels that hold there, and are enough for its owner
	Limits     string         `json:"limits"`     // the loosest that its owner lets bots have; see [host.ReadLimits]
}

// Text returns what the broker sends.
func (a About) Text() ([]byte, error) {
	a.Format = aboutFormat
	return json.Marshal(a)
}

// Admit returns an error unless a worker that tells this about itself can play the matches of a
// league. The league's own wants are told as those of a worker, with the one sandbox that it has, its limits and
// the one game. The error is for the worker's owner.
func (a About) Admit(text []byte) error {
	var worker About
	if err := decode(text, &worker); err != nil {
		return fmt.Errorf("what it says about itself can't be read: %w", err)
	}
	if worker.Format != aboutFormat {
		return fmt.Errorf(
			"its arena, %s, speaks version %d of what leagues and workers say, and that of the league, %s, version %d",
			worker.Arena, worker.Format, a.Arena, aboutFormat)
	}
	if worker.Arena != a.Arena {
		return fmt.Errorf("it has arena %s, and the league has %s", worker.Arena, a.Arena)
	}
	for game, version := range a.Rules {
		if has, known := worker.Rules[game]; !known {
			return safe.Errorf("it does not know the game %s", game)
		} else if has != version {
			return safe.Errorf("it has version %d of the rules of %s, and the league has version %d", has, game, version)
		}
	}
	if worker.Protocol != a.Protocol {
		return fmt.Errorf("it has version %d of the bots' protocol, and the league has version %d", worker.Protocol,
			a.Protocol)
	}
	if worker.OS != a.OS || worker.Arch != a.Arch {
		return fmt.Errorf("it is %s/%s, and the bots of the league are for %s/%s", worker.OS, worker.Arch,
			a.OS, a.Arch)
	}
	for _, level := range a.Sandboxes {
		if !slices.Contains(worker.Sandboxes, level) {
			return fmt.Errorf("the league plays with --sandbox %s, and the worker offers %q", level, worker.Sandboxes)
		}
	}
	return a.admitLimits(worker)
}

// admitLimits returns an error unless a worker lets bots have what the league gives them.
func (a About) admitLimits(worker About) error {
	most, err := host.ReadLimits(worker.Limits)
	if err != nil {
		return err
	}
	gives, err := host.ReadLimits(a.Limits)
	if err != nil {
		return err
	}
	if err := gives.LooserThan(most); err != nil {
		return fmt.Errorf("the league plays with %w; flags of arena worker allow more, as --mem", err)
	}
	return nil
}

// decode reads JSON that is one value, of known fields.
func decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows it")
	}
	return nil
}
