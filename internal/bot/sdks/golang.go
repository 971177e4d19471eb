package sdks

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/botarena/arena/internal/base/late"
)

// Sources are the files of the arena's module that the SDK in Go is made of, and more. The arena's main package sets
// them; without them, no package is one of the SDK.
var Sources fs.FS

// GoModule is the path of the arena's module, of which a bot in Go imports the SDK.
const GoModule = "github.com/botarena/arena"

// goModules are the modules of others with which the SDK in Go is built.
var goModules = []string{
	"github.com/fatih/color", "github.com/golang/protobuf", "github.com/hashicorp/go-hclog",
	"github.com/hashicorp/go-plugin", "github.com/hashicorp/yamux", "github.com/mattn/go-colorable",
	"github.com/mattn/go-isatty", "github.com/oklog/run", "golang.org/x/net", "golang.org/x/sys", "golang.org/x/text",
	"google.golang.org/genproto/googleapis/rpc", "google.golang.org/grpc", "google.golang.org/protobuf",
}

// HasGo reports whether a package is one of those that bots in Go can have beside them.
func HasGo(pkg string) bool {
	folder, is := strings.CutPrefix(pkg, GoModule+"/")
	names, err := goFiles(folder)
	return is && err == nil && len(names) > 0
}

// GoBeside returns what a bot in Go needs beside it: the SDK and the packages of a game as the module in the folder
// arena, and the go.mod and go.sum of the bot's own module. Nothing else is needed but Go and the modules of others.
func GoBeside(module, game string) (map[string][]byte, error) {
	files := map[string][]byte{}
	if err := addPackages(files, game, GoModule+"/sdk", GoModule+"/sdk/sdktest"); err != nil {
		return nil, err
	}
	all, err := readSources("go.mod", "go.sum", "LICENSE")
	if err != nil {
		return nil, err
	}
	of, err := modfile.Parse("go.mod", all[0], nil)
	if err != nil {
		return nil, err
	}
	var requires, sums strings.Builder
	slices.SortFunc(of.Require, func(a, b *modfile.Require) int { return strings.Compare(a.Mod.Path, b.Mod.Path) })
	for _, r := range of.Require {
		if !slices.Contains(goModules, r.Mod.Path) {
			continue
		}
		fmt.Fprintf(&requires, "\t%s %s // indirect\n", r.Mod.Path, r.Mod.Version)
		for line := range strings.Lines(string(all[1])) {
			if strings.HasPrefix(line, r.Mod.Path+" "+r.Mod.Version) {
				sums.WriteString(line)
			}
		}
	}
	form := "module %s\n\ngo " + of.Go.Version + "\n\nrequire (\n%s" + requires.String() + ")\n"
	own := fmt.Sprintf(form, module, "\t"+GoModule+" v0.0.0\n") + "\nreplace " + GoModule + " => ./arena\n"
	maps.Copy(files, map[string][]byte{
		"go.mod": []byte(own), "go.sum": []byte(sums.String()),
		"arena/go.mod": fmt.Appendf(nil, form, GoModule, ""), "arena/LICENSE": all[2],
	})
	return files, nil
}

func readSources(names ...string) (texts [][]byte, err error) {
	for _, name := range names {
		text, err := fs.ReadFile(Sources, name)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// addPackages adds packages of the arena's module and all those of it that they import.
func addPackages(to map[string][]byte, packages ...string) error {
	done := map[string]bool{}
	for len(packages) > 0 {
		last := packages[len(packages)-1]
		packages = packages[:len(packages)-1]
		folder, is := strings.CutPrefix(last, GoModule+"/")
		if !is || done[folder] {
			continue
		}
		done[folder] = true
		imported, err := addPackage(to, folder)
		if err != nil {
			return err
		}
		packages = append(packages, imported...)
	}
	return nil
}

// goFiles returns the files of a package that are not for its tests.
func goFiles(folder string) ([]string, error) {
	if Sources == nil {
		return nil, fs.ErrNotExist
	}
	names, err := fs.Glob(Sources, folder+"/*.go")
	return slices.DeleteFunc(names, func(name string) bool { return isForTests(path.Base(name)) }), err
}

// embedded are the lines by which a package has other files in itself.
var embedded = late.Regexp(`(?m)^\s*//go:embed (.+)$`)

// addPackage adds the files of a package, and returns the packages that they import.
func addPackage(to map[string][]byte, folder string) (imported []string, err error) {
	names, err := goFiles(folder)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := fs.ReadFile(Sources, name)
		if err != nil {
			return nil, err
		}
		to["arena/"+name] = text
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		if err != nil {
			return nil, err
		}
		for _, one := range file.Imports {
			if is, err := strconv.Unquote(one.Path.Value); err == nil {
				imported = append(imported, is)
			}
		}
		for _, line := range embedded().FindAllSubmatch(text, -1) {
			for pattern := range strings.FieldsSeq(string(line[1])) {
				found, err := fs.Glob(Sources, folder+"/"+pattern)
				if err != nil {
					return nil, err
				}
				for _, file := range found {
					if to["arena/"+file], err = fs.ReadFile(Sources, file); err != nil {
						return nil, err
					}
				}
			}
		}
	}
	return imported, nil
}
