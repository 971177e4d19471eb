package find

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/executable"
)

// Kind is the language of a bot, or whatever else decides how it is started.
type Kind = language.Kind

// The kinds that are no languages, and the one of them that needs no sandbox.
const (
	Program   Kind = "program"  // an executable file
	Described Kind = "bot.txt"  // a folder whose bot.txt says how it is started
	Package   Kind = "package"  // one with a bot of any other kind
	Linked    Kind = "built in" // it comes with the arena
	WASI           = language.WASI
)

// kindOf goes by the ending of a name. It returns Program if that says nothing.
func kindOf(path string) Kind {
	if l := language.OfFile(path); l != nil {
		return l.Kind
	}
	if strings.EqualFold(filepath.Ext(path), pack.Ending) {
		return Package
	}
	return Program
}

// recipe says how a bot is started.
type recipe struct {
	kind  Kind
	args  []string // as those of a executable.Command
	tools []string // the folders of programs that the bot may start
	files []string // files and folders whose sum is that of the bot
	game  string   // that a bot.txt names
	reads []string // files beyond the bot that the program must be able to read
	env   []string // variables beyond those of every bot
	// overhead is the memory that the program itself takes.
	overhead int64
}

// file returns how a file is started. Its name is absolute.
func (f Finder) file(ctx context.Context, t target, path string) (recipe, error) {
	switch l := language.OfFile(path); {
	case l == nil:
		return f.program(ctx, t, path)
	case l.Reader != nil:
		reader, args, err := f.readerOf(ctx, t, path, l.Reader)
		r := recipe{kind: l.Kind, tools: []string{filepath.Dir(reader)}, files: []string{path}}
		if sdk := f.lent(l, path); sdk != "" {
			var lent []string
			lent, r.env = l.Reader.Lend(sdk)
			args = slices.Concat(args, lent)
		}
		r.args = slices.Concat([]string{reader}, args, []string{path})
		return r, err
	case l.Kind == WASI:
		return f.module(ctx, t, path)
	}
	return f.compiled(ctx, t, filepath.Dir(path), []string{filepath.Base(path)})
}

// compiled returns how what a compiler makes of files in a folder is started.
func (f Finder) compiled(ctx context.Context, t target, folder string, names []string) (recipe, error) {
	program, kind, err := f.builder().Compile(ctx, t.source(), folder, names)
	return recipe{kind: kind, args: []string{program}, files: []string{program}}, err
}

func (f Finder) builder() build.Builder {
	return build.Builder{
		Cache: f.Cache, Building: f.Building, Game: f.Game, Called: f.Called, Unbuilt: f.Unbuilt, Debug: f.Debug,
	}
}

// source returns the source of a target.
func (t target) source() build.Source {
	return build.Source{
		Typed: t.typed, Path: t.path, Given: t.given, Shown: t.shown, Name: Name(t.path), Folder: t.folder, Packed: t.packed,
	}
}

// readerOf returns the program that reads a file, and what comes before that: that of an environment beside the file,
// else that of the system.
func (f Finder) readerOf(
	ctx context.Context, t target, path string, r *language.Reader,
) (program string, args []string, err error) {
	if e := r.Environment; e != nil {
		own := filepath.Join(filepath.Dir(path), e.Folder, e.Program())
		if info, err := os.Stat(own); err == nil && info.Mode().IsRegular() {
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
	program, err = f.reader(ctx, t, r.For(path))
	return program, r.Args, err
}

// checkEnvironment refuses a virtual environment that a link leads to, by the folder of its
// programs: the author of the bot can have made the link, and the bot would see the files there.
func (t target) checkEnvironment(programs string, e *language.Environment) error {
	own := t.shown
	if !t.folder {
		own = filepath.Dir(own)
	}
	for _, name := range []string{e.Folder, filepath.Join(e.Folder, filepath.Base(programs))} {
		path := filepath.Join(filepath.Dir(filepath.Dir(programs)), name)
		if info, err := os.Lstat(path); err != nil || !info.IsDir() {
			const why = " is a link, and the bot would see what that leads to"
			environment := safe.Shell(filepath.Join(own, e.Folder))
			return Unfit(
				t.typed, safe.Name(filepath.Join(own, name))+why,
				"have the environment itself there: rm -r "+environment+" && "+e.Make+environment,
			)
		}
	}
	return nil
}

// program returns how an executable file is started. If it is a script that env is to find the reader of, that is
// found here: env would look for it only in the bot's own PATH, and say little.
func (f Finder) program(ctx context.Context, t target, path string) (recipe, error) {
	r := recipe{kind: Program, args: []string{path}, files: []string{path}}
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
	} else if !mayBeNamed(named) {
		return r, nil
	}
	real, err := f.behind(ctx, t, named)
	if real != named {
		r.args = append(append([]string{real}, rest...), path)
		r.tools = []string{filepath.Dir(real)}
	}
	return r, err
}

// mainNames are the names, without ending, of the file with which a folder's bot begins.
var mainNames = []string{"main", "bot"}

// folder returns how the bot in a folder is started.
func (f Finder) folder(ctx context.Context, t target) (recipe, error) {
	if t.leads(botTxtName) {
		return recipe{}, t.linkedOut(botTxtName)
	}
	about, err := readBotTxt(filepath.Join(t.path, botTxtName))
	if err != nil {
		return recipe{}, Unfit(
			t.typed, err.Error(), "its lines are: build COMMAND, run COMMAND, game NAME; each may be left out",
		)
	}
	if f.Game == "" {
		f.Game = about.game
	} else if about.game != "" && about.game != f.Game {
		return recipe{}, Unfit(
			t.typed, safe.Sprintf("a bot for %s, as its %s says", about.game, botTxtName),
			"arena games lists the games",
		)
	}
	r, err := f.asDescribed(ctx, t, about)
	r.game = about.game
	return r, err
}

// asDescribed returns how the bot in a folder is started of which a bot.txt says this,
// which may be nothing.
func (f Finder) asDescribed(ctx context.Context, t target, about botTxt) (recipe, error) {
	if about.build != nil && !f.Unbuilt {
		if err := t.runBuild(ctx, about.build); err != nil {
			return recipe{}, err
		}
	}
	if about.run != nil {
		r, err := f.described(ctx, t, about)
		if err != nil && about.build != nil && f.Unbuilt {
			err = t.source().NotBuilt()
		}
		return r, err
	}
	found, err := t.look()
	if err != nil {
		return recipe{}, err
	}
	switch {
	case len(found.names) > 1:
		return recipe{}, Unfit(
			t.typed, "holds "+unfit.Listed(found.names)+", and each could be the bot", t.howToDescribe(found),
		)
	case found.goFiles:
		path, err := f.builder().Go(ctx, t.source())
		return recipe{kind: language.Go, args: []string{path}, files: []string{path}}, err
	case len(found.sources) > 0:
		return f.compiled(ctx, t, t.path, found.sources)
	case len(found.mains) == 1:
		if t.leads(found.mains[0]) {
			return recipe{}, t.linkedOut(found.mains[0])
		}
		r, err := f.file(ctx, t, filepath.Join(t.path, found.mains[0]))
		r.files = append(r.files, t.path)
		return r, err
	}
	if inside := t.inside(); len(inside) > 0 {
		const most = 4
		shown := unfit.Listed(inside[:min(most, len(inside))])
		if len(inside) > most {
			shown = strings.Join(inside[:most], ", ") + ", …"
		}
		return recipe{}, Unfit(
			t.typed, "a folder that is not a bot itself; in it: "+shown,
			"type one of those in it: "+safe.Shell(filepath.Join(t.shown, inside[0])),
		)
	}
	return recipe{}, Unfit(
		t.typed, "a folder without a bot",
		"a bot's folder holds "+language.HintFolder+", or one named "+botTxtName+" with a line: run COMMAND",
	)
}

// contents has the files of a folder that could be a bot.
type contents struct {
	goFiles bool
	sources []string // names of other files that a program is compiled from
	mains   []string // names of files that could be started
	names   []string // an example of each possible bot
}

func (t target) look() (contents, error) {
	var found contents
	entries, err := os.ReadDir(t.path)
	if err != nil {
		return found, Unfit(t.typed, unfit.Reason(err), safe.Shell("chmod", "+rx", t.shown))
	}
	var goFile string
	for _, e := range entries {
		name := e.Name()
		ending := filepath.Ext(name)
		stem, kind := strings.TrimSuffix(name, ending), kindOf(name)
		isMain := kind != Program && kind != Package && slices.Contains(mainNames, stem)
		if strings.HasPrefix(name, ".") || ending != ".go" && !kind.IsCompiled() && !isMain || isTest(stem) {
			continue
		}
		info, err := os.Stat(filepath.Join(t.path, name))
		switch {
		case err != nil || info.IsDir():
			continue
		case !info.Mode().IsRegular(): // it may be a pipe, for which everybody would wait for ever
			return found, Unfit(t.typed, safe.Name(name)+" in it is not a file", "remove it")
		case ending == ".go":
			goFile = name
			found.goFiles = true
		case kind.IsCompiled():
			found.sources = append(found.sources, name)
		default:
			found.mains = append(found.mains, name)
		}
	}
	if found.goFiles {
		found.names = append(found.names, goFile)
	}
	if len(found.sources) > 0 {
		found.names = append(found.names, found.sources[0])
	}
	found.names = append(found.names, found.mains...)
	return found, nil
}

// inside returns the names of what could be bots in a folder that is none: files by their
// ending, and folders.
func (t target) inside() (names []string) {
	entries, _ := os.ReadDir(t.path) // look has read it
	for _, e := range entries {
		name := e.Name()
		path := filepath.Join(t.path, name)
		if strings.HasPrefix(name, ".") || isTest(strings.TrimSuffix(name, filepath.Ext(name))) {
			continue
		}
		if isFolder(path) {
			in, err := target{typed: name, path: path, shown: path, folder: true}.look()
			if err == nil && len(in.names) == 0 && !exists(filepath.Join(path, botTxtName)) {
				continue
			}
		} else if kindOf(name) == Program {
			continue
		}
		names = append(names, name)
	}
	return names
}

// isTest goes by the names that tests have in the languages that have an SDK.
func isTest(stem string) bool {
	return strings.HasSuffix(stem, "_test") || strings.HasPrefix(stem, "test_") || strings.HasSuffix(stem, ".test")
}

// howToDescribe is the advice about a folder with several possible bots.
func (t target) howToDescribe(found contents) string {
	command := "run " + safe.Shell("./"+strings.TrimSuffix(filepath.Base(t.path), ".exe"))
	if n := len(found.mains); n > 0 {
		name := found.mains[n-1]
		tool := ""
		if l := language.OfFile(name); l != nil && l.Reader != nil {
			tool = l.Reader.ByHand
		}
		command = "run " + tool + " " + safe.Shell(name)
	}
	return "say which in a file " + safe.Name(filepath.Join(t.shown, botTxtName)) + ", with a line such as: " + command
}
