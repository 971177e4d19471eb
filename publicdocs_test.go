package arena_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tellsOfErrors are the words by which a comment says what an error means.
var tellsOfErrors = regexp.MustCompile(`(?i)\b(errors?|err|fails?|refuses?|refused)\b|\w+Error\b`)

// TestErrorsThatArePublicAreTold: whoever calls what a bot, a game or a host may import reads in the comment what an
// error means, and there is no type of error of which no other comment tells.
func TestErrorsThatArePublicAreTold(t *testing.T) {
	asked := 0
	for _, p := range packages(t) {
		if !p.is("engine") && !p.is("sdk") && p.ImportPath != module || strings.Contains(p.ImportPath, "/internal") {
			continue
		}
		public := publicOf(t, p)
		for name, comment := range public.calls {
			asked++
			require.Regexp(t, tellsOfErrors, comment, "%s: %s returns an error", p.ImportPath, name)
		}
		for _, name := range public.errors {
			told := false
			for _, comment := range public.calls {
				told = told || regexp.MustCompile(`\b`+name+`\b`).MatchString(comment)
			}
			require.True(t, told, "%s: no comment says who returns %s", p.ImportPath, name)
		}
	}
	require.Greater(t, asked, 30)
}

// public is what a package exports and is about errors.
type public struct {
	calls  map[string]string // comments of what returns an error, by name
	errors []string          // types and variables
}

func publicOf(t *testing.T, p listed) public {
	t.Helper()
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.ParseComments)
		require.NoError(t, err)
		if !ast.IsGenerated(file) && file.Name.Name != "main" {
			files = append(files, file)
		}
	}
	found := public{calls: map[string]string{}}
	if len(files) == 0 {
		return found
	}
	docs, err := doc.NewFromFiles(set, files, p.ImportPath)
	require.NoError(t, err)
	for _, f := range docs.Funcs {
		found.add(f.Name, f.Decl.Type, f.Doc)
	}
	for _, typ := range docs.Types {
		found.addType(typ)
	}
	for _, v := range docs.Vars {
		for _, name := range v.Names {
			if strings.HasPrefix(name, "Err") {
				found.errors = append(found.errors, name)
			}
		}
	}
	return found
}

// add keeps what returns an error.
func (p *public) add(name string, call *ast.FuncType, comment string) {
	if call.Results == nil {
		return
	}
	for _, result := range call.Results.List {
		if of, is := result.Type.(*ast.Ident); is && of.Name == "error" {
			p.calls[name] = comment
		}
	}
}

func (p *public) addType(typ *doc.Type) {
	for _, f := range typ.Funcs {
		p.add(f.Name, f.Decl.Type, f.Doc)
	}
	for _, f := range typ.Methods {
		if f.Name == "Error" {
			p.errors = append(p.errors, typ.Name)
		}
		if !strings.HasSuffix(strings.ToLower(f.Name), "marshaljson") { // encoding/json says what they are
			p.add(typ.Name+"."+f.Name, f.Decl.Type, f.Doc)
		}
	}
	for _, spec := range typ.Decl.Specs {
		face, is := spec.(*ast.TypeSpec).Type.(*ast.InterfaceType)
		if !is {
			continue
		}
		for _, method := range face.Methods.List {
			if call, is := method.Type.(*ast.FuncType); is && method.Names[0].IsExported() {
				p.add(typ.Name+"."+method.Names[0].Name, call, method.Doc.Text()+method.Comment.Text())
			}
		}
	}
}
