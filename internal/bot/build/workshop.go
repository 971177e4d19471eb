package build

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/params"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/compiler"
	"github.com/botarena/arena/internal/process/lineproto"
	"github.com/botarena/arena/internal/process/sandbox"
	"github.com/botarena/arena/internal/process/sandbox/shim"
	"github.com/botarena/arena/internal/process/written"
)

// Workshop is where the sources of strangers are built. Nothing there has more rights than a bot.
type Workshop struct {
	Sandbox *sandbox.Sandbox // one that confines
	Folder  string           // of copies, objects and programs; the caller removes it
}

// Source returns the folder with the copy of the source.
func (w *Workshop) Source() string { return filepath.Join(w.Folder, "source") }

// toBuild returns the source that is built, which is the copy in the workshop if there is one. The error says why a bot
// may not be built here.
func (f Builder) toBuild(t Source) (Source, error) {
	if err := f.mayBuild(t); err != nil || f.Workshop == nil {
		return t, err
	}
	return f.Workshop.bring(t)
}

// mayBuild returns an error unless a bot may be built here.
func (f Builder) mayBuild(t Source) error {
	switch {
	case t.Packed:
		return t.allowed()
	case !t.Strangers || f.Workshop != nil:
		return nil
	case f.Terms.Level != sandbox.None:
		return unfit.New(t.Typed, "would have to be built, and nothing would confine that", "hand in its program")
	}
	return f.MayStart(t, language.Program) // which a build has the rights of
}

// bring copies a source into the workshop, and returns the copy. Nobody can put a link into it, nor anything else that
// leads out of it: the arena itself reads some of its files.
func (w *Workshop) bring(t Source) (Source, error) {
	from, err := os.OpenRoot(t.Dir())
	if err != nil {
		return t, unfit.New(t.Typed, unfit.Reason(err), unfit.HowToName)
	}
	defer from.Close() //nolint:errcheck // only read
	to := filepath.Join(w.Source(), filepath.Base(t.Path))
	if !t.Folder {
		err = written.Take(from, filepath.Base(t.Path), to, 0o755)
	} else if found := written.Look(from); len(found.Left) > 0 {
		left := found.Left[0]
		return t, unfit.New(t.Typed, safe.Sprintf("%s in it: %s", left.Name, left.Why), "leave that out")
	} else {
		err = takeAll(from, ".", found.Files, to)
	}
	if err != nil {
		return t, unfit.Troubled(t.Typed, t.Typed, "can't be copied: "+unfit.Reason(err), "make room in "+safe.Name(w.Folder))
	}
	t.Path, t.Given = to, to
	return t, nil
}

// takeAll copies files of a folder in a root to a folder.
func takeAll(from *os.Root, folder string, all []written.File, to string) error {
	if err := os.MkdirAll(to, 0o755); err != nil { //nolint:gosec // a compiler may run as another user
		return err
	}
	for _, file := range all {
		inside := filepath.FromSlash(file.Name)
		if err := written.Take(from, filepath.Join(folder, inside), filepath.Join(to, inside), 0o755); err != nil {
			return err
		}
	}
	return nil
}

// run runs a job of the workshop, and makes of an error what its author is told.
func (w *Workshop) run(ctx context.Context, t Source, j compiler.Job, take func(home *os.Root) error) error {
	j.Sandbox, j.Source = w.Sandbox, t.Path
	err := j.Run(ctx, take)
	fault := new(compiler.Error)
	switch {
	case errors.As(err, &fault):
		why, tool := "does not build", filepath.Base(j.Args[0])
		if fault.Why != "" {
			why += ": " + safe.Name(tool) + " " + fault.Why
		}
		return unfit.New(t.Typed, strings.TrimSpace(why+"\n"+w.readable(t, fault.Said)), howToTry)
	case errors.Is(err, sandbox.ErrNoBuilds):
		return unfit.New(t.Typed, err.Error(), "hand in its program")
	case err != nil && ctx.Err() == nil:
		return fmt.Errorf("%s: the compiler can't be run: %w", t.Shown, err)
	}
	return err
}

const howToTry = "it must build by what the arena carries alone, without a network: arena check tries a bot"

// longestLine is how much is shown of a line of a compiler.
const longestLine = 400

// readable makes paths in what a compiler said those of its author.
func (w *Workshop) readable(t Source, said string) string {
	inside := t.Dir()
	if w.Sandbox.HasRoot() {
		inside = shim.Bot
	}
	said = strings.ReplaceAll(said, inside+"/", "")
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if more := len(lines) - maxSaid; more > 0 { // the cause may be in the first or in the last
		left := safe.Count(more, "line") + " left out"
		lines = slices.Concat(lines[:maxSaid/2], []string{left}, lines[len(lines)-maxSaid/2:])
	}
	for i, line := range lines {
		lines[i] = lineproto.Cut(line, longestLine)
	}
	return strings.Join(lines, "\n")
}

// place returns where a program is put that was built of a source.
func (w *Workshop) place(t Source) string { return filepath.Join(w.Folder, "program", t.Name()) }

// takeProgram takes out a program that was made.
func takeProgram(to string) func(home *os.Root) error {
	return func(home *os.Root) error { return written.Take(home, madeProgram, to, 0o755) }
}

// madeProgram is the name of a program in the folder in which it is made.
const madeProgram = "program"

// confined compiles and links a program in C++ at once, in a workshop.
func (b *cppBuild) confined(ctx context.Context, w *Workshop) (string, error) {
	args := slices.Clone(b.compiler)
	for _, flag := range b.flags {
		if folder, is := strings.CutPrefix(flag, "-I"); is { // a word of its own is shown as the compiler sees it
			args = append(args, "-I")
			flag = folder
		}
		args = append(args, flag)
	}
	job := compiler.Job{Reads: []string{b.sdk}, Starts: true}
	for _, s := range b.sources {
		if !s.classic {
			args = append(args, s.path)
			continue
		}
		// As given does, and in an empty folder, too.
		for _, h := range append(b.headers, b.Dir()) {
			args = append(args, "-iquote", h)
		}
		job.Stdin = append(fmt.Appendf(nil, "#line 1 %s\n", quotedC(s.shown)), s.text...)
		args = append(args, "-x", "c++", "-", "-x", "none")
	}
	job.Args = append(args, "-o", madeProgram)
	program := w.place(b.Source)
	return program, w.run(ctx, b.Source, job, takeProgram(program))
}

// describedConfined builds a bot by the command of its bot.txt, and returns the folder with the files that it needs
// to run.
func (f Builder) describedConfined(ctx context.Context, t Source, about BotTxt) (string, error) {
	tool, err := t.command(about.Build[0])
	if err != nil {
		return "", err
	}
	if filepath.IsLocal(about.Build[0]) && HasSeparator(about.Build[0]) {
		tool = "./" + about.Build[0]
	} else if tool, err = f.behind(ctx, t, tool); err != nil {
		return "", err
	}
	shell, err := t.tool("sh")
	if err != nil {
		return "", err
	}
	// What builds may write beside its sources.
	const copied = `cp -R "$0" src && cd src && exec "$@"`
	bin := filepath.Dir(tool)
	job := compiler.Job{
		Args:   slices.Concat([]string{shell, "-c", copied, t.Path, tool}, about.Build[1:]),
		Env:    []string{"CARGO_NET_OFFLINE=true"},
		Starts: true, Executes: true,
	}
	if filepath.IsAbs(tool) && !slices.Contains(usualPath, bin) {
		job.Env = append(job.Env, "PATH="+bin+string(filepath.ListSeparator)+strings.Join(usualPath, ":"))
		job.Tool = tool
	}
	place := filepath.Join(f.Workshop.Folder, "built", filepath.Base(t.Path))
	return place, f.Workshop.run(ctx, t, job, func(home *os.Root) error { return t.takeBuilt(home, about, place) })
}

// takeBuilt takes out what a bot needs to run: what its bot.txt names behind "run", or all if it names nothing.
func (t Source) takeBuilt(home *os.Root, about BotTxt, place string) error {
	const built = "src"
	var names []string
	for _, word := range about.Run {
		if filepath.IsLocal(word) && exists(home, filepath.Join(built, word)) {
			names = append(names, filepath.Clean(word))
		}
	}
	if len(names) == 0 {
		names = []string{"."}
	}
	names = append(names, params.Name)
	slices.Sort(names) // a folder comes before its files
	taking := taking{Source: t, home: home, left: mostBuilt}
	for _, name := range names {
		if err := taking.tree(filepath.Join(built, name), filepath.Join(place, name)); err != nil {
			return err
		}
	}
	text, err := os.ReadFile(filepath.Join(t.Path, BotTxtName))
	if err != nil {
		return err
	}
	lines := slices.DeleteFunc(strings.Split(string(text), "\n"), func(line string) bool {
		return strings.HasPrefix(strings.TrimSpace(line), "build")
	})
	_ = os.Remove(filepath.Join(place, BotTxtName)) // there is one if all was taken
	_, err = files.New(filepath.Join(place, BotTxtName), 0o644, strings.NewReader(strings.Join(lines, "\n")))
	return err
}

func exists(home *os.Root, name string) bool {
	_, err := home.Lstat(name)
	return err == nil
}

// mostBuilt is how many bytes are taken out of what a bot was built to. A folder in memory may seem to hold more: a
// file that is all holes is as large as its author says.
const mostBuilt = 256 << 20

// taking takes files out of the folder of a build.
type taking struct {
	Source

	home *os.Root
	left int64 // bytes that it may still take
}

// tree takes out a file, or a folder with all its files, if it is there and was not taken before.
func (a *taking) tree(name, to string) error {
	info, err := a.home.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && files.Exists(to):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return a.folder(name, to)
	}
	if err := a.count(info.Size()); err != nil {
		return err
	}
	return written.Take(a.home, name, to, 0o755)
}

func (a *taking) folder(name, to string) error {
	in, err := a.home.OpenRoot(name)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // only read
	found := written.Look(in)
	for _, f := range found.Files {
		if err := a.count(f.Size); err != nil {
			return err
		}
	}
	return takeAll(in, ".", found.Files, to)
}

// count counts bytes before they are taken.
func (a *taking) count(size int64) error {
	if a.left -= size; a.left < 0 {
		return unfit.New(a.Typed, "what it runs has more than "+lineproto.InBytes(mostBuilt), howToTry)
	}
	return nil
}
