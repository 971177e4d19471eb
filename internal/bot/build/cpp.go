package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/executable"
)

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
	Source
	sources  []cppSource
	compiler []string
	flags    []string
	sdk      string   // the folder of the SDK's headers
	headers  []string // the folders of headers that come before all others
}

// Compile compiles a program in C++, unless that was done before. The files are named within their folder.
func (f Builder) Compile(ctx context.Context, t Source, names []string) (Recipe, error) {
	t, err := f.toBuild(t)
	if err != nil {
		return Recipe{}, err
	}
	b := cppBuild{Source: t}
	var players []string
	for _, name := range names {
		source, err := t.readSource(name)
		if err != nil {
			return Recipe{}, err
		}
		b.sources = append(b.sources, source)
		if source.classic {
			players = append(players, name)
		}
	}
	kind := language.CPP
	if len(players) > 0 {
		kind = language.Classic
	}
	switch {
	case len(players) > 1:
		return Recipe{}, unfit.New(
			t.Typed, "holds several player files: "+unfit.Listed(players),
			"type one of them: "+safe.Shell(filepath.Join(t.Shown, players[0])),
		)
	case f.Cache == "":
		return Recipe{}, t.NoCache()
	}
	sdk, err := f.sdk()
	if err != nil {
		return Recipe{}, unfit.Troubled(f.Called, t.Typed, "can't be compiled: "+unfit.Reason(err),
			"let this folder be written: "+safe.Name(f.Cache))
	}
	if kind == language.Classic && f.Game == "" && f.Workshop != nil {
		return Recipe{}, b.unknownGame(nil)
	}
	if kind == language.Classic && f.Game == "" {
		if f.Game, err = b.gameOf(ctx, f, sdk); err != nil {
			return Recipe{}, err
		}
	}
	if err := b.choose(f, kind, sdk); err != nil {
		return Recipe{}, err
	}
	if f.Workshop != nil {
		path, err := b.confined(ctx, f.Workshop)
		made := program(kind, path)
		made.Place = t.Path
		return made, err
	}
	path, err := b.make(ctx, f)
	return program(kind, path), err
}

// NoCache is why nothing can be built.
func (t Source) NoCache() error {
	return unfit.New(
		t.Typed, "there is no folder for built programs", "set the environment variable XDG_CACHE_HOME to a folder",
	)
}

func (t Source) readSource(name string) (cppSource, error) {
	s := cppSource{path: filepath.Join(t.Dir(), name), given: t.Given, shown: t.Shown}
	if t.Folder {
		s.given, s.shown = filepath.Join(t.Given, name), filepath.Join(t.Shown, name)
	}
	for _, path := range []*string{&s.given, &s.shown} {
		if strings.HasPrefix(*path, "-") { // else the compiler takes it for an option
			*path = "./" + *path
		}
	}
	file, err := os.Open(s.path)
	if err != nil {
		return s, unfit.New(t.Typed, safe.Name(name)+": "+unfit.Reason(err), safe.Shell("chmod", "+r", s.shown))
	}
	defer file.Close() //nolint:errcheck // only read
	s.text, err = io.ReadAll(io.LimitReader(file, maxSource+1))
	switch {
	case err != nil:
		return s, unfit.New(t.Typed, safe.Name(name)+": "+unfit.Reason(err), safe.Shell("chmod", "+r", s.shown))
	case len(s.text) > maxSource:
		return s, unfit.New(t.Typed, safe.Sprintf("%s is larger than %d MB", name, maxSource>>20), unfit.HowToName)
	}
	s.classic = isClassic().Match(s.text)
	return s, nil
}

// choose chooses the compiler and its flags.
func (b *cppBuild) choose(f Builder, kind language.Kind, sdk string) (err error) {
	if b.compiler, err = b.findCompiler(); err != nil {
		return err
	}
	b.sdk = filepath.Join(sdk, "cpp")
	optimise := []string{"-O2"}
	if f.Debug {
		optimise = []string{"-O0", "-g"}
	}
	if kind != language.Classic {
		b.flags = append([]string{"-std=c++17", "-I" + b.sdk}, optimise...)
		return nil
	}
	headers := classicHeaders(sdk, f.Game)
	if !filepath.IsLocal(f.Game) || !files.IsFolder(headers) {
		return unfit.New(
			b.Typed, "a player file of an original program, and "+safe.Name(f.Game)+" has no such program",
			"arena games lists the games",
		)
	}
	b.headers = []string{headers}
	b.flags = append([]string{"-std=gnu++11", "-I" + headers}, optimise...)
	return nil
}

// findCompiler returns the user's compiler as words, the first of which is absolute.
func (b *cppBuild) findCompiler() ([]string, error) {
	if own, err := splitWords(os.Getenv("CXX")); err == nil && len(own) > 0 {
		path, err := exec.LookPath(own[0])
		if err != nil || !filepath.IsAbs(path) {
			return nil, unfit.New(
				b.Typed, "needs the compiler "+safe.Name(own[0])+" that CXX names, which is not in PATH",
				"unset CXX, or set it to a C++ compiler",
			)
		}
		return append([]string{path}, own[1:]...), nil
	}
	for _, name := range language.Compilers {
		if path, err := exec.LookPath(name); err == nil && filepath.IsAbs(path) {
			return []string{path}, nil
		}
	}
	return nil, unfit.New(
		b.Typed, "needs a C++ compiler, such as g++, and there is none in PATH",
		language.HowToInstall(language.Compilers[0]),
	)
}

// Built programs are kept in a folder below dir for each set of sources and flags. It has
// a file "made" that says which files went into the program last, headers included, and a
// folder for the program of each sum of their contents. So a program that a running series
// has begun with is not replaced under it.

// make compiles the program if it has changed, and returns its path.
func (b *cppBuild) make(ctx context.Context, f Builder) (string, error) {
	home := filepath.Join(f.Cache, "cpp", b.key())
	known := b.known(home)
	if f.Unbuilt {
		return known, b.builtBefore(known)
	}
	if known != "" {
		return known, nil
	}
	f.begun(b.Source)
	const tries = 3
	for range tries {
		program, changed, err := b.compile(ctx, home)
		if err != nil || !changed {
			return program, err
		}
	}
	return "", unfit.New(b.Typed, "changes while it is compiled", "try again when nothing writes to it")
}

// key stands for all that decides about the program, except the contents of files.
func (b *cppBuild) key() string {
	sum := sha256.New()
	compiler := b.compiler[0]
	if itself, err := filepath.EvalSymlinks(compiler); err == nil {
		compiler = itself
	}
	info, err := os.Stat(compiler)
	if err == nil {
		fmt.Fprintln(sum, executable.Identity(info))
	}
	fmt.Fprintf(sum, "%q %q %q\n", b.compiler, b.flags, b.Name())
	for _, s := range b.sources {
		fmt.Fprintf(sum, "%q\n", s.path)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

func (b *cppBuild) programIn(home, sum string) string {
	name := b.Name()
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
	if err != nil || !files.IsFile(program) {
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
		own, err := executable.SumFile(path)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, "%q %x\n", path, own)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}

func changedSince(files []string, begun time.Time) bool {
	for _, path := range files {
		if info, err := os.Stat(path); err != nil || info.ModTime().After(begun) &&
			info.ModTime().Before(time.Now().Add(executable.Settled)) {
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
