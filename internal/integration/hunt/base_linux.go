//go:build linux && (amd64 || arm64)

package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// base is what the project's own programs have written, to be changed.
type base struct {
	kept, bare string // stores, with and without replays
	replay     string
	packed     string // a package
	league     string // the folder of a league with two bots
}

// idle is a bot that does nothing.
const idle = "#!/bin/sh\necho arena 1\nwhile read -r w r; do [ \"$w\" = go ] && echo \"done $r\"; done\n"

// makeBase plays matches of a bot named evil, and packs it.
func (h *hunt) makeBase(ctx context.Context) error {
	dir := filepath.Join(h.dir, "base")
	h.base = base{filepath.Join(dir, "kept.db"), filepath.Join(dir, "bare.db"), filepath.Join(dir,
		"match.arena"), filepath.Join(dir, "evil.bot"), filepath.Join(dir, "league")}
	if err := h.put(filepath.Join(dir, "evil", "main.sh"), idle, 0o755); err != nil {
		return err
	}
	seats := []string{game[0], "evil", h.program("dummy"), h.program("null"), h.program("dummy")}
	flags := append(slices.Clone(game[1:]), "--sandbox", h.level)
	for _, args := range [][]string{
		slices.Concat([]string{"play"}, seats, flags, []string{"-o", h.base.replay, "-q"}),
		slices.Concat([]string{"series"}, seats, flags, []string{"-n", "4", "--store", h.base.kept, "--keep", "all"}),
		slices.Concat([]string{"series"}, seats, flags, []string{"-n", "4", "--store", h.base.bare, "--keep", "none"}),
		{"bot", "pack", "evil", "--unsigned", "--version", "1.0.0", "-o", h.base.packed},
		{"league", "new", game[0], h.base.league, "--set", "nb_rounds=4", "--set", "rows=40", "--sandbox", h.level},
		{"league", "add", h.base.league, h.program("dummy")},
		{"league", "add", h.base.league, "evil"},
	} {
		if r := h.run(ctx, dir, step{args: args, deadline: 10 * usualDeadline}); r.code != 0 {
			return fmt.Errorf("arena %q: code %d: %s", args, r.code, r.output)
		}
	}
	return nil
}

// besideIt are the arguments of a match against a bot, which leaves a replay.
func (h *hunt) besideIt(bot string) []string {
	return slices.Concat([]string{
		"play", game[0], h.program("dummy"), bot, h.program("dummy"),
		h.program("dummy"),
	}, game[1:],
		[]string{"--sandbox", h.level, "--cpu", "1s", "--wall", "1500ms", "--wall-bank", "500ms", "--faults", "none"})
}

// beQuiet plays the match with which others are compared.
func (h *hunt) beQuiet(ctx context.Context) error {
	dir := filepath.Join(h.dir, "base")
	replay := filepath.Join(dir, "quiet.arena")
	if r := h.run(ctx, dir, step{args: append(h.besideIt(h.program("null")), "-o", replay)}); r.code != 0 {
		return fmt.Errorf("no match: %s", r.output)
	}
	h.quietly = h.storyOf(replay)
	if strings.HasPrefix(h.quietly, "no ") {
		return fmt.Errorf("%s of a quiet match", h.quietly)
	}
	return nil
}

// enemySeat is where a bot that is random sits.
const enemySeat = 1

// storyOf returns a sum of what the other three did in a match, and how it came out.
func (h *hunt) storyOf(replay string) string {
	text, err := exec.Command(h.arena, "replay", replay, "--json").Output()
	if err != nil {
		return "no replay"
	}
	var match struct {
		Rounds int
		Seats  []struct {
			Score, Place int
			Verdict      any
		}
		History []struct {
			Turns []struct{ Commands json.RawMessage }
		}
	}
	if err := json.Unmarshal(text, &match); err != nil {
		return "no match: " + err.Error()
	}
	sum, verdicts := sha256.New(), ""
	for _, round := range match.History {
		for seat, turn := range round.Turns {
			if seat != enemySeat {
				_, _ = sum.Write(turn.Commands)
			}
		}
	}
	for seat, s := range match.Seats {
		fmt.Fprintln(sum, s.Score, s.Place)
		if seat != enemySeat && s.Verdict != nil {
			verdicts += fmt.Sprintf(" %d: %v", seat, s.Verdict)
		}
	}
	return fmt.Sprintf("%d rounds %x%s", match.Rounds, sum.Sum(nil)[:6], verdicts)
}

// copyFile copies a file of the base into the case.
func (p *played) copyFile(from, name string) (string, error) {
	to := filepath.Join(p.dir, name)
	in, err := os.Open(from)
	if err != nil {
		return to, err
	}
	defer func() { _ = in.Close() }()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o644) //nolint:gosec // a case
	if err != nil {
		return to, err
	}
	_, err = io.Copy(out, in)
	if err == nil {
		err = out.Close()
	}
	if err == nil {
		err = p.give(to)
	}
	return to, err
}
