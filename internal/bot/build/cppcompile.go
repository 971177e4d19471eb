package build

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/unfit"
)

// longestCompile is how long a compiler may take. A header can be a file without end.
const longestCompile = 5 * time.Minute

// compile compiles the program. It reports whether a file was changed meanwhile.
func (b *cppBuild) compile(ctx context.Context, home string) (program string, changed bool, err error) {
	fail := func(err error) (string, bool, error) {
		return "", false, unfit.New(
			b.Typed, "can't be compiled: "+unfit.Reason(err), "let this folder be written: "+safe.Name(home),
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
		folder, input, args := b.given(s, temp)
		args = append([]string{"-MMD", "-MF", uses, "-MT", "x", "-c", "-o", object}, args...)
		if err := b.run(ctx, folder, input, args...); err != nil {
			return nil, nil, err
		}
		objects = append(objects, object)
		text, err := os.ReadFile(uses)
		if err != nil {
			return nil, nil, unfit.New(
				b.Typed, "the compiler did not say what it read", "unset CXX, or set it to g++ or clang++",
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

// given returns how a source is given to the compiler: in which folder it runs, on what input, with which arguments.
func (b *cppBuild) given(s cppSource, temp string) (folder string, input []byte, args []string) {
	args = append(args, b.flags...)
	if !s.classic {
		return "", nil, append(args, s.given)
	}
	// The compiler looks first beside the file that includes another. There may be the Player.hh of the original
	// program, which needs all of that program. A file from standard input has the files of the folder beside it.
	for _, h := range append(b.headers, b.Dir()) {
		args = append(args, "-iquote", h)
	}
	input = append(fmt.Appendf(nil, "#line 1 %s\n", quotedC(s.shown)), s.text...)
	return besideNothing(temp, s), input, append(args, "-x", "c++", "-")
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
		return unfit.New(
			b.Typed, fmt.Sprintf("the compiler was not done after %v", longestCompile),
			"look for a file without end that it includes",
		)
	case err != nil:
		text := tidy(string(said))
		if text == "" {
			text = filepath.Base(b.compiler[0]) + ": " + err.Error()
		}
		return unfit.New(b.Typed, "does not build\n"+text, b.byHand())
	}
	return nil
}

// byHand is the command that does nearly the same, unless the missing part is known.
func (b *cppBuild) byHand() string {
	if b.meansToBeClassic() {
		return `a player file of an original program has the line: #include "Player.hh"`
	}
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
		case c == '\\' && (next == ' ' || next == '#' || next == '\\'), c == '$' && next == '$':
			name.WriteByte(next)
			i++
		case c == ' ' || c == '\t' || c == '\n' || c == '\r', c == '\\' && (next == '\n' || next == '\r'):
			end()
		default:
			name.WriteByte(c)
		}
	}
	end()
	return files
}
