package docs_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// declaration is a top-level part of a program in Go, with its comment.
type declaration struct{ name, text string }

// declarationsOf returns the parts of a file, or of lines that could stand in one. It is nil for other lines.
func declarationsOf(source string) []declaration {
	if !strings.Contains(source, "package ") {
		source = "package main\n\n" + source
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.ParseComments)
	if err != nil {
		return nil
	}
	var all []declaration
	for _, d := range file.Decls {
		from, name := d.Pos(), ""
		switch d := d.(type) {
		case *ast.FuncDecl:
			name = d.Name.Name // a method has no namesake on these pages
			if d.Doc != nil {
				from = d.Doc.Pos()
			}
		case *ast.GenDecl:
			name = d.Tok.String()
			if t, ok := d.Specs[0].(*ast.TypeSpec); ok {
				name = t.Name.Name
			}
			if d.Doc != nil {
				from = d.Doc.Pos()
			}
		}
		all = append(all, declaration{name, source[from-1 : d.End()-1]})
	}
	return all
}

// paste changes a program as the author of a bot does who copies a block from a page: a whole program replaces it; a
// part replaces the one with its name, or is added; lines of a part go where they stand in the program that the step
// ends with, which is one of those in ends.
func paste(program, block string, ends []string) (string, error) {
	if strings.Contains(block, "package main\n") {
		return block, nil
	}
	parts := declarationsOf(block)
	if parts == nil {
		part := surrounding(block, ends)
		if part == nil {
			return "", fmt.Errorf("nobody knows where these lines belong:\n%s", block)
		}
		parts = []declaration{*part}
	}
	for _, part := range parts {
		program = with(program, part)
	}
	return program, nil
}

// surrounding returns the part of a program in which some lines stand.
func surrounding(lines string, programs []string) *declaration {
	for _, program := range programs {
		for _, d := range declarationsOf(program) {
			if strings.Contains(d.text+"\n", lines) {
				return &d
			}
		}
	}
	return nil
}

func with(program string, part declaration) string {
	old := declarationsOf(program)
	i := slices.IndexFunc(old, func(d declaration) bool { return d.name == part.name })
	if i < 0 {
		return strings.TrimSuffix(program, "\n") + "\n\n" + part.text + "\n"
	}
	return strings.Replace(program, old[i].text, part.text, 1)
}

func TestBlocksArePastedAsAnAuthorDoes(t *testing.T) {
	const program = "package main\n\nimport \"fmt\"\n\nfunc main() { play() }\n\n// play plays.\nfunc play() " +
		"{\n\tfmt.Println(1)\n}\n"
	const end = "package main\n\nfunc play() {\n\ti := 1\n\tfmt.Println(i)\n}\n"
	for block, want := range map[string]string{
		"package main\n\nfunc main() {}\n": "package main\n\nfunc main() {}\n",
		"import \"os\"\n":                  strings.Replace(program, `"fmt"`, `"os"`, 1),
		"func main() {}\n":                 strings.Replace(program, "func main() { play() }", "func main() {}", 1),
		"// it is new.\nfunc new() {}\n":   program + "\n// it is new.\nfunc new() {}\n",
		"type T int\n":                     program + "\ntype T int\n",
		"\ti := 1\n": strings.Replace(
			program, "// play plays.\nfunc play() {\n\tfmt.Println(1)\n}", "func play() {\n\ti := 1\n\tfmt.Println(i)\n}", 1),
	} {
		got, err := paste(program, block, []string{program, end})
		require.NoError(t, err, block)
		require.Equal(t, want, got, block)
	}
	_, err := paste(program, "\tj := 2\n", []string{program, end})
	require.Error(t, err)
}
