package build

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/lineproto"
	"github.com/botarena/arena/internal/process/sandbox"
)

// tool returns the absolute path of a program that a bot needs.
func (t Source) tool(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil || !filepath.IsAbs(path) {
		return "", unfit.New(t.Typed, "needs "+safe.Name(name)+", which is not in PATH", language.HowToInstall(name))
	}
	return path, nil
}

// read returns how a file is started that a program reads.
func (f Builder) read(ctx context.Context, t Source, path string, l *language.Language) (Recipe, error) {
	reader, args, err := f.readerOf(ctx, t, path, l.Reader)
	r := Recipe{Kind: l.Kind, Files: []string{path}, tools: []string{filepath.Dir(reader)}}
	if sdk := f.lent(l, path); sdk != "" {
		var lent []string
		lent, r.env = l.Reader.Lend(sdk)
		args = slices.Concat(args, lent)
	}
	r.Args = slices.Concat([]string{reader}, args, []string{path})
	return r, err
}

// readerOf returns the program that reads a file, and what comes before that: that of an environment beside the file,
// else that of the system.
func (f Builder) readerOf(
	ctx context.Context, t Source, path string, r *language.Reader,
) (program string, args []string, err error) {
	if e := r.Environment; e != nil {
		own := filepath.Join(filepath.Dir(path), e.Folder, e.Program())
		if files.IsFile(own) {
			return own, r.Args, t.checkEnvironment(filepath.Dir(own), e)
		}
	}
	if runtime.GOOS == "windows" && r.Windows != nil {
		for _, words := range r.Windows {
			if program, err = t.tool(words[0]); err == nil {
				return program, slices.Concat(words[1:], r.Args), nil
			}
		}
		return "", nil, err
	}
	if program, err = t.tool(r.For(path)); err == nil {
		program, err = f.behind(ctx, t, program)
	}
	return program, r.Args, err
}

// checkEnvironment refuses a virtual environment that a link leads to, by the folder of its
// programs: the author of the bot can have made the link, and the bot would see the files there.
func (t Source) checkEnvironment(programs string, e *language.Environment) error {
	own := t.Shown
	if !t.Folder {
		own = filepath.Dir(own)
	}
	for _, name := range []string{e.Folder, filepath.Join(e.Folder, filepath.Base(programs))} {
		path := filepath.Join(filepath.Dir(filepath.Dir(programs)), name)
		if info, err := os.Lstat(path); err != nil || !info.IsDir() {
			const why = " is a link, and the bot would see what that leads to"
			environment := safe.Shell(filepath.Join(own, e.Folder))
			return unfit.New(
				t.Typed, safe.Name(filepath.Join(own, name))+why,
				"have the environment itself there: rm -r "+environment+" && "+e.Make+environment,
			)
		}
	}
	return nil
}

// lent returns the folder of the arena's SDK if a script imports it as ./arena/, has no such folder beside it, and its
// language needs this, else "": node looks for modules nowhere else, while Python does by PYTHONPATH.
func (f Builder) lent(l *language.Language, script string) string {
	const mostText = 1 << 20
	if l.Reader.Lend == nil || f.Cache == "" || files.Exists(filepath.Join(filepath.Dir(script), "arena")) {
		return ""
	}
	text, err := files.ReadFile(script, mostText)
	if err != nil || !bytes.Contains(text, []byte("./arena/")) {
		return ""
	}
	sdk, err := f.sdk()
	if err != nil { // then node names the missing file
		return ""
	}
	return filepath.Join(sdk, l.Name)
}

// script returns how an executable file is started. If it is a script that env is to find the reader of, that is
// found here: env would look for it only in the bot's own PATH, and say little.
func (f Builder) script(ctx context.Context, t Source, path string) (Recipe, error) {
	r := program(language.Program, path)
	first := executable.Interpreter(path)
	if len(first) == 0 {
		return r, nil
	}
	named, rest := first[0], first[1:]
	if filepath.Base(named) == "env" {
		isName := func(word string) bool { return !strings.HasPrefix(word, "-") && !strings.Contains(word, "=") }
		i := slices.IndexFunc(rest, isName)
		if i < 0 {
			return r, nil
		}
		found, err := t.tool(rest[i])
		if err != nil {
			return r, err
		}
		named, rest = found, rest[i+1:]
		r.tools = []string{filepath.Dir(found)}
	}
	real, err := f.behind(ctx, t, named)
	if real != named {
		r.Args = append(append([]string{real}, rest...), path)
		r.tools = []string{filepath.Dir(real)}
	}
	return r, err
}

// mayBeNamed reports whether a bot may name a program by its whole path: one that every bot sees, or that its name
// alone stands for as well.
func mayBeNamed(path string) bool {
	found, err := exec.LookPath(filepath.Base(path))
	return filepath.IsAbs(path) && (sandbox.IsRuntime(path) || err == nil && found == path)
}

// behind returns the program itself behind one that only stands for it: a script, as those of pyenv, asdf and jenv, or
// a link to a manager, as those of mise and Volta. Such a one starts slowly, and looks for things in a home folder that
// bots don't have. An error means that the program behind it can't be found, and that a bot would not see it. Only what
// PATH has is asked: a link of a bot's may have any name, and lead to any program of the user's.
func (f Builder) behind(ctx context.Context, t Source, path string) (string, error) {
	if found, _ := exec.LookPath(filepath.Base(path)); found != path || !filepath.IsAbs(path) {
		return path, nil
	}
	at, why := path, ""
	for deepest := 4; deepest > 0 && standsIn(at); deepest-- {
		next, err := answered(ctx, at)
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		if err != nil {
			why = ": " + lineproto.Cut(err.Error(), lineproto.LongestDetail)
		}
		if next == "" {
			break
		}
		at = next
	}
	if f.Terms.Level == sandbox.None || sandbox.IsSystem(at) || !isUseless(at) {
		return at, nil
	}
	name := filepath.Base(path)
	problem := "needs " + safe.Name(name) + ", and what is called so in PATH, " + safe.Name(path) +
		", only stands for it, and can't be read by bots" + why
	fix := "put the folder of the program itself first: PATH=FOLDER:$PATH arena …"
	if manager, _ := managerOf(path); manager != "" {
		fix = `put the program itself first: PATH="$(dirname "$(` + safe.Shell(filepath.Base(manager), "which", name) +
			`)"):$PATH" arena …`
	}
	return "", unfit.Troubled(f.Called, t.Typed, problem, fix)
}

// standsIn reports whether a program may only stand for another one: a script, or a link to a file of another name.
func standsIn(path string) bool {
	if executable.IsScript(path) {
		return true
	}
	real, err := filepath.EvalSymlinks(path)
	name, is := filepath.Base(path), filepath.Base(real)
	return err == nil && !strings.HasPrefix(is, name) && !strings.HasPrefix(name, is)
}

// isUseless reports whether a program is of no use to a bot unless it sees what that stands for. A link to a file of
// another name may be the program itself, as sh is, unless that is a manager.
func isUseless(path string) bool {
	manager, _ := managerOf(path)
	return manager != "" || executable.IsScript(path)
}

// answers are the programs that were found behind others.
var answers sync.Map

// answered returns the program for which a script or a link stands, one step further: as the program itself says, or
// its manager, or as the script has it. It is "" if nobody tells; the error is what they said instead, if anything.
func answered(ctx context.Context, path string) (string, error) {
	if known, ok := answers.Load(path); ok {
		return known.(string), nil //nolint:forcetypeassert // there is nothing else in it
	}
	next, err := "", error(nil)
	for _, q := range language.Questions() {
		if q.Names().MatchString(filepath.Base(path)) {
			next, err = ask(ctx, path, q.Answer, q.Args...)
		}
	}
	if manager, word := managerOf(path); next == "" && manager != "" {
		var refused error
		next, refused = ask(ctx, manager, strings.TrimSpace, word, filepath.Base(path))
		err = cmp.Or(refused, err)
	}
	if next == "" {
		if words := execOf(path); len(words) == 2 && words[1] == "$@" && isProgram(words[0]) {
			next = words[0]
		}
	}
	if next != "" {
		answers.Store(path, next)
	}
	return next, err
}

// longestAnswer is how long a program may take to say where it is. It takes seconds on a busy machine.
const longestAnswer = time.Minute

// ask starts a program, and returns what it says where another one is. It is "" if there is none.
func ask(ctx context.Context, path string, answer func(said string) string, question ...string) (string, error) {
	ctx, stop := context.WithTimeout(ctx, longestAnswer)
	defer stop()
	var said, complained bytes.Buffer
	command := exec.CommandContext(ctx, path, question...)
	command.Stdout, command.Stderr, command.WaitDelay = &said, &complained, time.Second
	err := command.Run()
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return "", fmt.Errorf("%s did not answer in time", filepath.Base(path))
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", cmp.Or(lastLine(complained.String()), filepath.Base(path)), err)
	}
	for _, text := range []string{said.String(), complained.String()} {
		if found := answer(text); found != path && isProgram(found) {
			return found, nil
		}
	}
	return "", nil
}

// managers are the programs that are started under the names of others, by links, with the word that asks each of them
// what it would start.
var managers = map[string]string{"mise": "mise", "rtx": "rtx", "volta-shim": "volta", "rustup": "rustup"}

// managerOf returns the program to ask what a script or a link stands for, and with which word; or "".
func managerOf(path string) (manager, word string) {
	const which = "which"
	if words := execOf(path); len(words) > 2 && words[1] == "exec" && isProgram(words[0]) {
		return words[0], which // as pyenv, rbenv, nodenv, jenv and asdf write them
	}
	real, err := filepath.EvalSymlinks(path)
	if own := managers[filepath.Base(real)]; err == nil && own != "" && own != filepath.Base(path) {
		return filepath.Join(filepath.Dir(real), own), which
	}
	return "", ""
}

// execOf returns the words of what a script becomes, if that is the same in all cases. Some of those need not be known
// before it runs.
func execOf(path string) (words []string) {
	const mostText = 64 << 10
	if !executable.IsScript(path) {
		return nil
	}
	text, err := files.ReadFile(path, mostText)
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		rest, is := strings.CutPrefix(strings.TrimSpace(line), "exec ")
		if !is {
			continue
		}
		if words != nil {
			return nil
		}
		rest = strings.ReplaceAll(rest, " $@", ` "$@"`)
		if command, _, found := strings.Cut(rest, " #"); found {
			rest = command
		}
		if words, err = splitWords(rest); err != nil {
			return nil
		}
	}
	return words
}

// isProgram reports whether there is a file at a path, which is absolute.
func isProgram(path string) bool { return filepath.IsAbs(path) && files.IsFile(path) }

// lastLine returns the last line of what a program said.
func lastLine(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}
