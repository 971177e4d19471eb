package find

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/sdks"
)

// isClassic finds out whether a source file is a player of an original program.
var isClassic = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*["<]Player\.hh[">]`)

// maxSource is the size of the largest C++ file in bytes.
const maxSource = 16 << 20

// cppSource is a C++ file of a bot.
type cppSource struct {
	path    string // absolute
	given   string // to the compiler
	shown   string // in messages
	text    []byte
	classic bool
}

// cppBuild is a bot in C++ that must be compiled.
type cppBuild struct {
	target
	name     string // of the program
	folder   string // of the sources
	sources  []cppSource
	compiler []string
	flags    []string
	headers  []string // the folders of headers that come before all others
}

// compiled compiles a C++ program, unless that was done before, and returns how it is
// started. The files are named within their folder.
func (f Finder) compiled(ctx context.Context, t target, folder string, names []string) (recipe, error) {
	if err := t.mayBuild(); err != nil {
		return recipe{}, err
	}
	b := cppBuild{target: t, name: Name(t.path), folder: folder}
	var players []string
	for _, name := range names {
		source, err := t.readSource(folder, name)
		if err != nil {
			return recipe{}, err
		}
		b.sources = append(b.sources, source)
		if source.classic {
			players = append(players, name)
		}
	}
	kind := CPP
	if len(players) > 0 {
		kind = Classic
	}
	switch {
	case len(players) > 1:
		return recipe{}, Unfit(
			t.typed, "holds several player files: "+listed(players),
			"type one of them: "+safe.Shell(filepath.Join(t.shown, players[0])),
		)
	case f.Cache == "":
		return recipe{}, t.noCache()
	}
	sdk, err := sdks.All().Unpack(filepath.Join(f.Cache, "sdk"))
	if err != nil {
		return recipe{}, troubled(f.Called, t.typed, "can't be compiled: "+reason(err),
			"let this folder be written: "+safe.Name(f.Cache))
	}
	if kind == Classic && f.Game == "" {
		// Somebody with players of several games has a folder for each.
		if f.Game = strings.ToLower(filepath.Base(folder)); !isFolder(classicHeaders(sdk, f.Game)) {
			return recipe{}, Unfit(
				t.typed, "a player file of an original program, which does not say of which game",
				"put it in a folder with the name of the game, such as orkisland, or in one with a "+botTxtName+
					" that has a line such as: game orkisland",
			)
		}
	}
	if err := b.choose(f, kind, sdk); err != nil {
		return recipe{}, err
	}
	home := filepath.Join(f.Cache, "cpp")
	if f.Unbuilt {
		program, err := t.builtBefore(b.known(filepath.Join(home, b.key())))
		return recipe{kind: kind, args: []string{program}, files: []string{program}}, err
	}
	program, err := b.make(ctx, home, f.Building)
	return recipe{kind: kind, args: []string{program}, files: []string{program}}, err
}

func (t target) noCache() error {
	return Unfit(
		t.typed, "there is no folder for built programs", "set the environment variable XDG_CACHE_HOME to a folder",
	)
}

func (t target) readSource(folder, name string) (cppSource, error) {
	s := cppSource{path: filepath.Join(folder, name), given: t.given, shown: t.shown}
	if t.folder {
		s.given, s.shown = filepath.Join(t.given, name), filepath.Join(t.shown, name)
	}
	for _, path := range []*string{&s.given, &s.shown} {
		if strings.HasPrefix(*path, "-") { // else the compiler takes it for an option
			*path = "./" + *path
		}
	}
	file, err := os.Open(s.path)
	if err != nil {
		return s, Unfit(t.typed, safe.Name(name)+": "+reason(err), safe.Shell("chmod", "+r", s.shown))
	}
	defer file.Close() //nolint:errcheck // only read
	s.text, err = io.ReadAll(io.LimitReader(file, maxSource+1))
	switch {
	case err != nil:
		return s, Unfit(t.typed, safe.Name(name)+": "+reason(err), safe.Shell("chmod", "+r", s.shown))
	case len(s.text) > maxSource:
		return s, Unfit(t.typed, safe.Sprintf("%s is larger than %d MB", name, maxSource>>20), howToName)
	}
	s.classic = isClassic.Match(s.text)
	return s, nil
}

// choose chooses the compiler and its flags.
func (b *cppBuild) choose(f Finder, kind Kind, sdk string) (err error) {
	if b.compiler, err = b.findCompiler(); err != nil {
		return err
	}
	optimise := []string{"-O2"}
	if f.Debug {
		optimise = []string{"-O0", "-g"}
	}
	if kind != Classic {
		b.flags = append([]string{"-std=c++17", "-I" + filepath.Join(sdk, "cpp")}, optimise...)
		return nil
	}
	headers := classicHeaders(sdk, f.Game)
	if !filepath.IsLocal(f.Game) || !isFolder(headers) {
		return Unfit(
			b.typed, "a player file of an original program, and "+safe.Name(f.Game)+" has no such program",
			"arena games lists the games",
		)
	}
	b.headers = []string{headers}
	b.flags = append([]string{"-std=gnu++11", "-I" + headers}, optimise...)
	return nil
}

// classicHeaders returns the folder of headers for players of a game's original program.
func classicHeaders(sdk, game string) string { return filepath.Join(sdk, "cpp", "classic", game) }

// findCompiler returns the user's compiler as words, the first of which is absolute.
func (b *cppBuild) findCompiler() ([]string, error) {
	if own, err := splitWords(os.Getenv("CXX")); err == nil && len(own) > 0 {
		path, err := exec.LookPath(own[0])
		if err != nil || !filepath.IsAbs(path) {
			return nil, Unfit(
				b.typed, "needs the compiler "+safe.Name(own[0])+" that CXX names, which is not in PATH",
				"unset CXX, or set it to a C++ compiler",
			)
		}
		return append([]string{path}, own[1:]...), nil
	}
	for _, name := range []string{"c++", "g++", "clang++"} {
		if path, err := exec.LookPath(name); err == nil && filepath.IsAbs(path) {
			return []string{path}, nil
		}
	}
	return nil, Unfit(b.typed, "needs a C++ compiler, such as g++, and there is none in PATH", howToInstall("c++"))
}

// Built programs are kept in a folder below dir for each set of sources and flags. It has
// a file "made" that says which files went into the program last, headers included, and a
// folder for the program of each sum of their contents. So a program that a running series
// has begun with is not replaced under it.

// make compiles the program if it has changed, and returns its path.
func (b *cppBuild) make(ctx context.Context, dir string, building func(name string, left, all int)) (string, error) {
	home := filepath.Join(dir, b.key())
	if program := b.known(home); program != "" {
		return program, nil
	}
	if building != nil {
		building(b.name, 0, 0)
	}
	const tries = 3
	for range tries {
		program, changed, err := b.compile(ctx, home)
		if err != nil || !changed {
			return program, err
		}
	}
	return "", Unfit(b.typed, "changes while it is compiled", "try again when nothing writes to it")
}

// key stands for all that decides about the program, but for the contents of files.
func (b *cppBuild) key() string {
	sum := sha256.New()
	compiler := b.compiler[0]
	if itself, err := filepath.EvalSymlinks(compiler); err == nil {
		compiler = itself
	}
	info, err := os.Stat(compiler)
	if err == nil {
		fmt.Fprintln(sum, identity(info))
	}
	fmt.Fprintf(sum, "%q %q %q\n", b.compiler, b.flags, b.name)
	for _, s := range b.sources {
		fmt.Fprintf(sum, "%q\n", s.path)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

func (b *cppBuild) programIn(home, sum string) string {
	name := b.name
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(home, sum, name)
}

// known returns the program that was compiled from the files as they are, or "".
func (b *cppBuild) known(home string) string {
	text, err := os.ReadFile(filepath.Join(home, "made"))
	if err != nil {
		return ""
	}
	sum, err := sumOf(strings.Split(string(text), "\n"))
	program := b.programIn(home, sum)
	if info, missing := os.Stat(program); err != nil || missing != nil || !info.Mode().IsRegular() {
		return ""
	}
	return program
}

// sumOf returns the sum of the names and contents of files.
func sumOf(paths []string) (string, error) {
	sum := sha256.New()
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return "", err
		}
		if !info.Mode().IsRegular() {
			return "", fmt.Errorf("%s is not a file", path)
		}
		own, err := sumFile(path)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, "%q %x\n", path, own)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}

// longestCompile is how long a compiler may take. A header can be a file without end.
const longestCompile = 5 * time.Minute

// compile compiles the program. It reports whether a file was changed meanwhile.
func (b *cppBuild) compile(ctx context.Context, home string) (program string, changed bool, err error) {
	fail := func(err error) (string, bool, error) {
		return "", false, Unfit(
			b.typed, "can't be compiled: "+reason(err), "let this folder be written: "+safe.Name(home),
		)
	}
	if err := os.MkdirAll(home, 0o755); err != nil {
		return fail(err)
	}
	temp, err := os.MkdirTemp(home, "new-")
	if err != nil {
		return fail(err)
	}
	defer func() { _ = os.RemoveAll(temp) }()
	if err := os.Mkdir(filepath.Join(temp, "empty"), 0o755); err != nil {
		return fail(err)
	}
	begun := time.Now()
	objects, sources, err := b.objects(ctx, temp)
	if err != nil {
		return "", false, err
	}
	whole := filepath.Join(temp, "whole")
	if err := os.Mkdir(whole, 0o755); err != nil {
		return fail(err)
	}
	link := append(append([]string{}, objects...), "-o", b.programIn(temp, "whole"))
	if err := b.run(ctx, "", nil, link...); err != nil {
		return "", false, err
	}
	sum, err := sumOf(sources)
	if err != nil {
		return fail(err)
	}
	if changedSince(sources, begun) {
		return "", true, nil
	}
	program = b.programIn(home, sum)
	if err := os.Rename(whole, filepath.Join(home, sum)); err != nil {
		if _, missing := os.Stat(program); missing != nil { // else another arena was faster
			return fail(err)
		}
	}
	made := strings.NewReader(strings.Join(sources, "\n"))
	if err := files.Replace(filepath.Join(home, "made"), 0o644, made); err != nil { // other users may read it
		return fail(err)
	}
	forgetOld(home, sum)
	return program, false, nil
}

// objects compiles each file and returns the results, and the files that went into them.
func (b *cppBuild) objects(ctx context.Context, temp string) (objects, files []string, err error) {
	seen := make(map[string]bool)
	for i, s := range b.sources {
		object := filepath.Join(temp, fmt.Sprintf("%d.o", i))
		uses := filepath.Join(temp, fmt.Sprintf("%d.d", i))
		args := append(append([]string{}, b.flags...), "-MMD", "-MF", uses, "-MT", "x", "-c", "-o", object)
		folder, input := "", []byte(nil)
		if s.classic {
			// The compiler looks first beside the file that includes another. There may be
			// the Player.hh of the original program, which needs all of that program. What
			// comes from standard input has nothing beside it.
			folder = filepath.Join(temp, "empty")
			for _, h := range append(b.headers, b.folder) {
				args = append(args, "-iquote", h)
			}
			args = append(args, "-x", "c++", "-")
			input = append(fmt.Appendf(nil, "#line 1 %s\n", quotedC(s.shown)), s.text...)
		} else {
			args = append(args, s.given)
		}
		if err := b.run(ctx, folder, input, args...); err != nil {
			return nil, nil, err
		}
		objects = append(objects, object)
		text, err := os.ReadFile(uses)
		if err != nil {
			return nil, nil, Unfit(
				b.typed, "the compiler did not say what it read", "unset CXX, or set it to g++ or clang++",
			)
		}
		for _, file := range append([]string{s.path}, filesUsed(string(text))...) {
			path, err := filepath.Abs(file)
			if err == nil && !seen[path] && file != "-" && !strings.Contains(path, "\n") {
				seen[path] = true
				files = append(files, path)
			}
		}
	}
	return objects, files, nil
}

func quotedC(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}

// run runs the compiler. Without a folder it is that of the user, so that paths in its
// messages begin there.
func (b *cppBuild) run(ctx context.Context, folder string, input []byte, args ...string) error {
	limited, stop := context.WithTimeout(ctx, longestCompile)
	defer stop()
	command := exec.CommandContext(limited, b.compiler[0],
		append(b.compiler[1:len(b.compiler):len(b.compiler)], args...)...)
	command.Dir = folder
	command.Stdin = strings.NewReader(string(input))
	command.WaitDelay = time.Second // where it can leave children behind
	withChildren(command)
	said, err := command.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case limited.Err() != nil:
		return Unfit(
			b.typed, fmt.Sprintf("the compiler was not done after %v", longestCompile),
			"look for a file without end that it includes",
		)
	case err != nil:
		text := tidy(string(said))
		if text == "" {
			text = filepath.Base(b.compiler[0]) + ": " + err.Error()
		}
		return Unfit(b.typed, "does not build\n"+text, b.byHand())
	}
	return nil
}

// byHand is the command that does nearly the same.
func (b *cppBuild) byHand() string {
	command := append(append([]string{}, b.compiler...), b.flags...)
	for _, s := range b.sources {
		command = append(command, s.shown)
	}
	return "to see it by hand: " + safe.Shell(command...)
}

// filesUsed reads the rule for make, "x: a.cc b.hh", with which a compiler says what it
// read.
func filesUsed(rule string) []string {
	_, list, _ := strings.Cut(rule, ":")
	var files []string
	var name strings.Builder
	end := func() {
		if name.Len() > 0 {
			files = append(files, name.String())
		}
		name.Reset()
	}
	for i := 0; i < len(list); i++ {
		next := byte(0)
		if i+1 < len(list) {
			next = list[i+1]
		}
		switch c := list[i]; {
		case c == '\\' && (next == '\n' || next == '\r'):
			end()
		case c == '\\' && (next == ' ' || next == '#' || next == '\\'), c == '$' && next == '$':
			name.WriteByte(next)
			i++
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			end()
		default:
			name.WriteByte(c)
		}
	}
	end()
	return files
}

func changedSince(files []string, begun time.Time) bool {
	for _, path := range files {
		if info, err := os.Stat(path); err != nil || info.ModTime().After(begun) &&
			info.ModTime().Before(time.Now().Add(settled)) {
			return true
		}
	}
	return false
}

// keptProgram is how long a program is kept that was compiled from older sources. A
// series may be running with it.
const keptProgram = 7 * 24 * time.Hour

func forgetOld(home, sum string) {
	entries, _ := os.ReadDir(home) // what can't be read is not removed
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && e.IsDir() && e.Name() != sum && time.Since(info.ModTime()) > keptProgram {
			_ = os.RemoveAll(filepath.Join(home, e.Name()))
		}
	}
}
