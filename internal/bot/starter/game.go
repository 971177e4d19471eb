package starter

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/late"
	"github.com/botarena/arena/internal/bot/sdkgen"
	"github.com/botarena/arena/internal/bot/sdks"
	duelv1 "github.com/botarena/arena/proto/duel/v1"
)

// Where the game is that a new one begins as.
const (
	duelFolder = "engine/enginetest/duel"
	duelSchema = "proto/duel/v1"
)

var gameName = late.Regexp(`^[a-z][a-z0-9]*$`)

// notGames are the names of other folders of the module, and of what its main imports.
var notGames = []string{"arena", "bots", "internal", "main", "matches", "proto", "sdk", "testdata", "vendor"}

// newGame is what the templates of a new game know.
type newGame struct{ Name, Title, Module string }

// WriteGame makes the folder dir, which must not exist, with a whole game that is called as the folder, in a module of
// its own: at first, it is Duel. clone is a folder with the arena's source, or "" for a version that is published. It
// returns the names of the files.
func WriteGame(dir, clone string) ([]string, error) {
	whole, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	name := filepath.Base(whole)
	if !gameName().MatchString(name) || token.IsKeyword(name) || slices.Contains(notGames, name) ||
		sdkgen.GameOf(name) != name {
		return nil, hint.New(name, "no name for a game", "take a word of a-z and 0-9 that no language reserves, such as tron")
	}
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		return nil, hint.New(dir, "there is one already", "give another name, or remove it")
	}
	g := newGame{name, strings.ToUpper(name[:1]) + name[1:], "example.com/" + name}
	files := texts{}
	if err := g.addDuel(files); err != nil {
		return nil, err
	}
	for _, one := range []string{"README.md", "main.go", "bots/random/main.go", "gitignore"} {
		text, err := filled("templates/game/"+one+".tmpl", g)
		if err != nil {
			return nil, err
		}
		files[strings.Replace(one, "gitignore", ".gitignore", 1)] = text
	}
	if err := g.addModule(files, whole, clone); err != nil {
		return nil, err
	}
	return files.write(dir)
}

// addDuel adds the game, its tests and its schema.
func (g newGame) addDuel(to texts) error {
	for _, folder := range []string{duelFolder, duelSchema} {
		names, err := fs.Glob(sdks.Sources, folder+"/*.*")
		if err != nil {
			return err
		}
		for _, name := range names {
			text, err := fs.ReadFile(sdks.Sources, name)
			if err != nil {
				return err
			}
			file := strings.Replace(path.Base(name), "duel", g.Name, 1)
			into := path.Join("proto", g.Name, "v1")
			if folder == duelFolder {
				into = g.Name
			} else if path.Ext(name) == ".go" {
				if text, err = g.schemaCode(text); err != nil {
					return err
				}
			}
			text = g.renamed(text)
			if path.Ext(name) == ".go" { // the order of its imports follows from their names
				if text, err = format.Source(text); err != nil {
					return err
				}
			}
			to[path.Join(into, file)] = text
		}
	}
	return nil
}

// duelWord is the word as a name, or, as the first two, for what units do.
var duelWord = late.Regexp(`a duel|tellDuel|[dD]uel`)

// aboutDuel is what the package of Duel says of itself and not of its rules.
var aboutDuel = late.Regexp(`(?s)^// Package duel.*?//\n// # The rules\n`)

// renamed gives a source of Duel the name of the game.
func (g newGame) renamed(text []byte) []byte {
	about := fmt.Sprintf("// Package %s is the game %s.\n//\n// # The rules\n", g.Name, g.Title)
	text = aboutDuel().ReplaceAll(text, []byte(about))
	text = bytes.ReplaceAll(text, []byte(sdks.GoModule+"/"+duelFolder), []byte(g.Module+"/"+g.Name))
	text = bytes.ReplaceAll(text, []byte(sdks.GoModule+"/"+duelSchema), []byte(g.Module+"/proto/"+g.Name+"/v1"))
	return duelWord().ReplaceAllFunc(text, func(found []byte) []byte {
		switch string(found) {
		case "duel":
			return []byte(g.Name)
		case "Duel":
			return []byte(g.Title)
		}
		return found
	})
}

// schemaCode returns the Go code of Duel's schema with the description of the renamed one, in which each name comes
// after its length. Generated again by cmd/schema, it is the same to who uses it.
func (g newGame) schemaCode(code []byte) ([]byte, error) {
	file := protodesc.ToFileDescriptorProto(duelv1.File_duel_v1_duel_proto)
	file.Name = proto.String(path.Join(g.Name, "v1", g.Name+".proto"))
	file.Package = proto.String(g.Name + ".v1")
	file.Options.GoPackage = proto.String(g.Module + "/proto/" + g.Name + "/v1;" + g.Name + "v1")
	rename := func(is *string) {
		if is != nil {
			*is = strings.Replace(*is, ".duel.v1.", "."+g.Name+".v1.", 1)
		}
	}
	eachType(file, rename)
	described, err := proto.MarshalOptions{Deterministic: true}.Marshal(file)
	if err != nil {
		return nil, err
	}
	const from, to = "_rawDesc = \"\"", "\n\nvar ("
	before, rest, found := bytes.Cut(code, []byte(from))
	_, after, ended := bytes.Cut(rest, []byte(to))
	if !found || !ended {
		return nil, errors.New("the Go code of Duel's schema has another form")
	}
	return slices.Concat(before, []byte("_rawDesc = "+strconv.QuoteToASCII(string(described))+to), after), nil
}

// eachType calls visit with each name of a type of the file.
func eachType(file *descriptorpb.FileDescriptorProto, visit func(*string)) {
	for _, m := range file.GetMessageType() {
		for _, f := range m.GetField() {
			visit(f.TypeName)
		}
	}
	for _, s := range file.GetService() {
		for _, m := range s.GetMethod() {
			visit(m.InputType)
			visit(m.OutputType)
		}
	}
}

// addModule adds go.mod and go.sum, which have all that the arena itself needs.
func (g newGame) addModule(to texts, dir, clone string) error {
	ours, err := fs.ReadFile(sdks.Sources, "go.mod")
	if err != nil {
		return err
	}
	of, err := modfile.Parse("go.mod", ours, nil)
	if err != nil {
		return err
	}
	if to["go.sum"], err = fs.ReadFile(sdks.Sources, "go.sum"); err != nil {
		return err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "module %s\n\ngo %s\n\ntool %[3]s/cmd/schema\n\nrequire %[3]s v0.0.0\n\nrequire (\n",
		g.Module, of.Go.Version, sdks.GoModule)
	for _, r := range of.Require {
		fmt.Fprintf(&text, "\t%s %s // indirect\n", r.Mod.Path, r.Mod.Version)
	}
	text.WriteString(")\n")
	if clone != "" {
		if clone, err = filepath.Abs(clone); err != nil {
			return err
		}
		if near, err := filepath.Rel(dir, clone); err == nil {
			clone = near
		}
		fmt.Fprintf(&text, "\nreplace %s => %s\n", sdks.GoModule, modfile.AutoQuote(filepath.ToSlash(clone)))
	}
	to["go.mod"] = []byte(text.String())
	return nil
}
