package host

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host/grpcbot"
	"github.com/botarena/arena/internal/process/host/linebot"
	"github.com/botarena/arena/internal/process/host/said"
	"github.com/botarena/arena/internal/process/host/system"
	"github.com/botarena/arena/internal/process/lineproto"
	"github.com/botarena/arena/internal/process/sandbox"
)

// NotABotError reports why a program can't be used as a bot. Its culprit is the path of the program.
type NotABotError struct {
	hint.HintedError

	// Kind is why it was killed before it was one; "" if it was not. On a machine with more to do than it can, a bot may
	// be too late.
	Kind match.Kind
}

func noBot(path, problem, fix string) error {
	return &NotABotError{HintedError: *hint.New(path, problem, fix)}
}

// notABot explains why connecting to a program failed.
func (p *Process) notABot(err error) error {
	if refused := p.run.Refusal(); refused != nil {
		return notStarted(p.run.Command, refused)
	}
	// The text is go-plugin's, which has no types for its errors.
	if strings.Contains(err.Error(), "incompatible API version") ||
		strings.Contains(err.Error(), "incompatible core API version") {
		return noBot(p.run.Command.Path, "built for another version of the arena", BuildAgain)
	}
	if errors.Is(err, grpcbot.ErrServesPort) {
		return noBot(p.run.Command.Path, err.Error(), BuildAgain)
	}
	reason, fix := p.whyNoBot(err)
	if panicked := p.run.Output.Panicked(); panicked != "" && p.run.Exit() != "" {
		panicked = lineproto.Cut(strings.TrimPrefix(panicked, "panic: "), lineproto.LongestDetail)
		return noBot(p.run.Command.Path, "it panicked before it began to serve: "+panicked, howToSee(p.run.Command))
	}
	no := &NotABotError{HintedError: *hint.New(p.run.Command.Path, engine.Printable(reason), fix)}
	if killed := p.run.Reason(); killed != nil {
		no.Kind = killed.Kind
	}
	return no
}

// whyNoBot explains to the user why connecting failed, and what to do about it.
func (p *Process) whyNoBot(err error) (reason, fix string) {
	if killed := p.run.Reason(); killed != nil {
		fix = howToBegin
		if killed.Kind == match.Late {
			fix = howToFlush
		}
		return "not a bot: it " + killed.Detail, fix
	}
	if greeting := new(linebot.HelloError); errors.As(err, &greeting) {
		return "its first line is wrong: it " + greeting.Error(), howToBegin
	}
	// The texts are go-plugin's, which has no types for its errors.
	_, printed, ok := strings.Cut(err.Error(), "Unrecognized remote plugin message: ")
	if ok && !strings.Contains(printed, "Failed to read any lines") {
		return fmt.Sprintf(
			"not a bot: it printed %q, which is neither \"arena 1\" nor what sdk.Serve prints; nothing may be printed before "+
				"that", lineproto.Quote(printed)), howToBegin
	}
	exit, last := p.run.Exit(), cmp.Or(p.run.Output.Uncaught(), p.run.Output.LastLine())
	if exit == "" && ok {
		return "not a bot: it printed no whole line", howToBegin
	}
	if exit == "" {
		return "not a bot: " + err.Error(), howToBegin
	}
	reason, fix = "not a bot: it "+exit, howToBegin
	if last != "" {
		reason += fmt.Sprintf(" and said %q", last)
	}
	// One that ends with an error of its own, such as a traceback, may well be a bot.
	if ended := p.run.State(); !ended.Success() &&
		(last != "" || !ended.Exited() || system.This.IsException(ended.ExitCode())) {
		fix = cmp.Or(said.LostFile(p.run.Command, p.run.Options.Sandbox.Confines(), last), howToSee(p.run.Command))
	}
	if strings.Contains(exit, lineproto.IllegalInstruction) {
		fix = lineproto.BuildForAll
	}
	return reason, fix
}

// howToSee is the hint for a program that fails by itself. By hand, too, it may need the
// variables that were set for it alone.
func howToSee(c executable.Command) string {
	if c.Called != "" {
		return "to see it by hand: " + safe.Shell("arena", "check", c.Called)
	}
	hand := safe.Shell(c.Args...)
	for _, set := range c.Env {
		isPython := slices.ContainsFunc(c.Args, func(arg string) bool { return strings.HasPrefix(filepath.Ext(arg), ".py") })
		if name, value, _ := strings.Cut(set, "="); name == "PYTHONPATH" && isPython && runtime.GOOS != "windows" {
			hand = name + "=" + safe.Shell(value) + " " + hand
		}
	}
	return "to see it by hand: " + hand
}

// BuildAgain is the hint for a bot that was built for another version of the arena or
// of a game's rules.
const BuildAgain = "build it again with the SDK of this arena: go get github.com/botarena/arena@latest && go build"

// howToFlush is the hint for a program that said nothing.
const howToFlush = "what a program prints must be flushed: print(…, flush=True) in Python, std::endl in C++"

// howToBegin is the hint for somebody who named a program that is not a bot.
const howToBegin = `a bot calls sdk.Serve, in Go, or arena.serve(Bot), in Python, or prints "arena 1" and speaks lines, in any language; to begin one: arena new mybot --lang python`

// notStarted explains why the system did not start a program.
func notStarted(c executable.Command, refused error) error {
	// An error of the program itself comes as a bare number.
	if _, bare := refused.(syscall.Errno); !bare { //nolint:errorlint // a wrapped one is not bare
		if short := sandbox.Shortage(refused); short != nil {
			return short
		}
	}
	if c.Called != "" && sandbox.IsMisplaced(refused) {
		return refused // it lies where somebody else has put it
	}
	reason := refused
	if at := new(fs.PathError); errors.As(refused, &at) {
		reason = at.Err // the path comes before it anyway
	}
	fix := cmp.Or(hint.Of(refused), executable.Hint(c.Args[0], refused), howToBegin)
	return noBot(c.Path, fmt.Sprintf("can't be started: %v", reason), fix)
}
