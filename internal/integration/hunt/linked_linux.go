//go:build linux && (amd64 || arm64)

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// usersPlace is what a link of a stranger's may lead to.
func (p *played) usersPlace() string {
	return filepath.Join(p.home, pick(p.Rand, "", "private", ".ssh", ".ssh/id_ed25519", "notes.txt", ".config", "bin"))
}

// link puts a link to the user's own files in the place of a file or folder.
func (p *played) link(name string) {
	path, to := filepath.Join(p.dir, name), p.usersPlace()
	_ = os.RemoveAll(path)
	_ = os.MkdirAll(filepath.Dir(path), 0o755) //nolint:gosec // as others
	_ = os.Symlink(to, path)
	_ = p.give(filepath.Dir(path), path)
	p.made(path, "a link to "+to)
}

// makeLeague makes the folder of a league in which something is a link, and has it served.
func (p *played) makeLeague() {
	at := filepath.Join(p.dir, "l")
	if exec.Command("cp", "-a", p.base.league, at).Run() != nil {
		return
	}
	names := []string{
		"bots", "packages", "inbox", "inbox/refused", "incoming", "workers", "workers/queues", "workers/programs",
		"workers/workers.lock", "league.lock", "health", "league.db-wal", "league.db-shm", "league.db-journal", "inbox/x.sh",
		"inbox/refused/x.sh", "inbox/refused/.new.txt", "bots/x",
	}
	for range p.IntN(3) {
		p.link(filepath.Join("l", pick(p.Rand, names...)))
	}
	if brought, _ := filepath.Glob(filepath.Join(at, "bots", "*")); len(brought) > 0 && p.oneIn(4) {
		inside, _ := filepath.Rel(p.dir, pick(p.Rand, brought...))
		p.link(filepath.Join(inside, ".stranger"))
	}
	_ = p.put(filepath.Join(p.dir, "x.sh"), idle+"# another\n", 0o755)
	for _, args := range [][]string{
		{"league", "serve", "l", "--for", "1500ms", "-j", "1", "--sandbox", p.level},
		{"league", "show", "l"},
		{"league", "add", "l", "./x.sh", "--sandbox", p.level},
		{"league", "health", "l"},
	} {
		if p.oneIn(2) {
			p.command(step{args: args})
		}
	}
}

// makeLinkedOutputs makes links by the names that commands choose for what they write.
func (p *played) makeLinkedOutputs() {
	for _, name := range []string{
		"match.html", "match.png", "orkisland.db", "orkisland.db-wal", "faults", "profile",
		"evil-1.0.0.bot", "x.html.d", "matches",
	} {
		if p.oneIn(2) {
			p.link(name)
		}
	}
	_, _ = p.copyFile(p.base.replay, "match.arena")
	_, _ = p.copyFile(p.base.kept, "kept.db")
	_ = p.put(filepath.Join(p.dir, "evil", "main.sh"), idle, 0o755)
	_ = p.put(filepath.Join(p.dir, "exits.sh"), "#!/bin/sh\necho arena 1\nread -r go\n", 0o755)
	match := []string{game[0], "./exits.sh", p.program("null"), p.program("null"), p.program("null")}
	flags := slices.Concat(game[1:], []string{"--sandbox", p.level})
	for _, args := range [][]string{
		{"export", "match.arena"},
		{"export", "match.arena", "--format", "png"},
		{"bot", "pack", "evil", "--unsigned", "--version", "1.0.0"},
		{"results", "kept.db", "--html", "x.html", "--with-replays"},
		slices.Concat([]string{"play"}, match, flags, []string{"-q"}),
		slices.Concat([]string{"series"}, match, flags, []string{"-n", "1"}),
	} {
		if p.oneIn(2) {
			p.command(step{args: args})
		}
	}
}
