//go:build linux && (amd64 || arm64)

package main

import (
	"fmt"
	"path/filepath"
	"time"
)

// memoryOfCalls is the limit of a bot that makes system calls.
const memoryOfCalls = 64 << 20

// makeCalls makes a bot that makes system calls at random: static, with libraries, in a folder
// with other programs, or started by a shell script.
func (p *played) makeCalls() {
	form := pick(p.Rand, "static", "dynamic", "dynamic", "folder", "shell")
	program, bot := "calls-dynamic", "./calls"
	if form == "static" {
		program = "calls"
	}
	text, err := p.filled(program, p.Uint64(), form == "shell")
	if err != nil {
		return
	}
	path := filepath.Join(p.dir, "calls")
	if form == "folder" || form == "shell" {
		bot = "./bot"
		path = filepath.Join(p.dir, "bot", "calls")
		run := "run ./calls\n"
		if form == "shell" {
			run = "run sh main.sh\n"
			_ = p.put(filepath.Join(p.dir, "bot", "main.sh"), pick(p.Rand, "exec \"$ARENA_BOT_DIR\"/calls\n",
				"cd \"$ARENA_BOT_DIR\"; ./calls\n", "\"$ARENA_BOT_DIR\"/calls <&0 & wait\n"), 0o755)
		}
		_ = p.put(filepath.Join(p.dir, "bot", "bot.txt"), run, 0o644)
		_ = p.put(filepath.Join(p.dir, "bot", "started"),
			"#!/bin/sh\necho \"HUNT-STARTED-$((6*7))\" >&2\n"+p.canary(), 0o755)
	}
	_ = p.put(path, text, 0o755)
	p.made(path, form)
	p.compare = "match.arena"
	args := append(p.besideIt(bot), "-o", p.compare, "--mem", fmt.Sprintf("%dMB", memoryOfCalls>>20))
	s := step{args: args, limit: memoryOfCalls, deadline: time.Minute, mayStart: form == "shell"}
	if p.oneIn(12) {
		s.interrupt = time.Duration(50+p.IntN(900)) * time.Millisecond
	}
	p.steps = append(p.steps, s)
}
