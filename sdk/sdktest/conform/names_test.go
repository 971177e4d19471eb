package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/sdk"
)

// TestNamesAreThoseOfTheLanguages: what the table of names says can be written in each language.
func TestNamesAreThoseOfTheLanguages(t *testing.T) {
	table := tableOfNames(t)
	for _, name := range table["Go"] {
		require.NoError(t, checkGo(name), name)
	}
	in := transcript(t, orkisland.Game, 5, 1, 2)
	for column, l := range byColumn {
		t.Run(column, func(t *testing.T) {
			languages[l].needs(t)
			require.NotEmpty(t, table[column])
			out, errors, err := run(t, in, says(t, languages[l].name, table[column])...)
			require.NoError(t, err, errors)
			require.Contains(t, out, "\ndone 0\n")
		})
	}
}

// TestNamesThatALanguageDoesNotHave: the test above finds them.
func TestNamesThatALanguageDoesNotHave(t *testing.T) {
	tier.Long(t, "starts a bot for each name")
	for _, wrong := range []string{
		"s.Mine()", "s.Me", "s.Name()", "s.Name(cell)", "unit.Cell", "unit.ID()", "s.Rand().Under(n)", "sdk.Value(n)",
		"ways.Cost(cell).Steps", "x.Me()", "s.",
	} {
		require.Error(t, checkGo(wrong), wrong)
	}
	in := transcript(t, orkisland.Game, 5, 1, 2)
	for name, wrong := range map[string][]string{
		"python": {"s.mine", "s.unitsOf(player)", "unit.pos", "s.rand.under(n)", "s.names()"},
		"js":     {"s.mine", "s.units_of(player)", "unit.pos", "s.rand.under(n)", "s.names()"},
	} {
		t.Run(name, func(t *testing.T) {
			tier.Needs(t, map[string]string{"python": "python3", "js": "node"}[name])
			for _, one := range wrong {
				_, _, err := run(t, in, says(t, name, []string{one})...)
				require.Error(t, err, one)
			}
		})
	}
}

// byColumn has the places in languages of the columns besides Go.
var byColumn = map[string]int{"Python": 0, "JavaScript": 1, "C++": 2}

// tableOfNames returns what the table in docs/bots.md has in code, by column.
func tableOfNames(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "docs/bots.md"))
	require.NoError(t, err)
	_, section, ok := strings.Cut(string(text), "\n## What a bot asks and does, by language\n")
	require.True(t, ok)
	section, _, _ = strings.Cut(section, "\n## ")
	rows := regexp.MustCompile(`(?m)^\|.*\|$`).FindAllString(section, -1)
	require.Greater(t, len(rows), 20)
	heads, table := cellsOf(rows[0]), map[string][]string{}
	for _, row := range rows[2:] {
		cells := cellsOf(row)
		require.Len(t, cells, len(heads), row)
		for i, cell := range cells[1:] {
			names := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cell, -1)
			require.NotEmpty(t, names, row)
			for _, name := range names {
				table[heads[i+1]] = append(table[heads[i+1]], name[1])
			}
		}
	}
	require.Len(t, table, 1+len(byColumn))
	return table
}

func cellsOf(row string) []string {
	cells := strings.Split(strings.Trim(row, "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

// says returns what starts a bot that has these names in its program, and what they stand on.
func says(t *testing.T, language string, names []string) []string {
	t.Helper()
	template := map[string]string{
		"python": `import arena


class Bot(arena.orkisland.Bot):
    def play(self, s):
        player, unit, city, path, cells = s.me, s.units[0], s.cities[0], s.paths[0], s.cities[0].cells
        cell, row, col, step, ways, n, list, text = cells[0], 1, 1, "north", s.ways_to(cells), 3, [1, 2], "text"
%s

arena.serve(Bot)
`,
		"js": `import { param, serve } from "./arena/node.mjs";
import { orkisland } from "./arena/orkisland.mjs";

const must = (value) => { if (value === undefined) throw new Error("there is no such name"); };
serve(orkisland, {
  play(s) {
    const [player, unit, city, path, cells] = [s.me, s.units[0], s.cities[0], s.paths[0], s.cities[0].cells];
    const [cell, row, col, step, ways, n, list, text] = [cells[0], 1, 1, "north", s.waysTo(cells), 3, [1, 2], "text"];
%s  },
});
`,
		"cpp": `#include "arena/orkisland.hpp"

struct Bot : arena::orkisland::Bot {
  void play(State& s) override {
    const int player = s.me, cell = s.cities[0].cells[0];
    const auto unit = s.units[0];
    const auto city = s.cities[0];
    const auto path = s.paths[0];
    const auto cells = city.cells;
    const int row = 1, col = 1, n = 3;
    const auto step = arena::orkisland::Direction::north;
    const auto ways = s.ways_to(cells);
    std::vector<int> list = {1, 2};
    const std::string text = "text";
%s  }
};

ARENA_BOT(Bot)
`,
	}[language]
	var lines strings.Builder
	for _, name := range names {
		switch {
		case language == "cpp":
			fmt.Fprintf(&lines, "    static_cast<void>(%s);\n", name)
		case language == "js" && !strings.HasSuffix(name, ")"):
			fmt.Fprintf(&lines, "    must(%s);\n", name)
		case language == "js":
			fmt.Fprintf(&lines, "    %s;\n", name)
		default:
			fmt.Fprintf(&lines, "        %s\n", name)
		}
	}
	dir := t.TempDir()
	file := filepath.Join(dir, map[string]string{"python": "bot.py", "js": "bot.mjs", "cpp": "bot.cc"}[language])
	require.NoError(t, os.WriteFile(file, fmt.Appendf(nil, template, lines.String()), 0o600))
	return starts(t, language, dir, file)
}

// checkGo finds what is wrong with an expression of Go.
func checkGo(text string) error {
	expression, err := parser.ParseExpr(text)
	if err != nil {
		return err
	}
	found, err := typeOf(expression)
	_, isCall := expression.(*ast.CallExpr) // which may return a function, to range over
	if err == nil && found != nil && found.Kind() == reflect.Func && !isCall {
		return fmt.Errorf("%s is a function", text)
	}
	return err
}

// scope has the types of what expressions may stand on.
var scope = map[string]reflect.Type{
	"s":    reflect.TypeFor[*orkisland.State](),
	"c":    reflect.TypeFor[*orkisland.Commands](),
	"ways": reflect.TypeFor[orkisland.Ways](),
	"unit": reflect.TypeFor[orkisland.Unit](), "city": reflect.TypeFor[orkisland.Area](),
	"path": reflect.TypeFor[orkisland.Area](), "cell": reflect.TypeFor[orkisland.Pos](),
	"cells": reflect.TypeFor[[]orkisland.Pos](), "step": reflect.TypeFor[orkisland.Dir](),
	"player": reflect.TypeFor[int](), "n": reflect.TypeFor[int](), "text": reflect.TypeFor[string](),
	"sdk.Param": reflect.TypeOf(sdk.Param[int]),
}

// typeOf returns the type of an expression; it is nil if it has no value.
func typeOf(e ast.Expr) (reflect.Type, error) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if strings.HasPrefix(e.Value, `"`) {
			return reflect.TypeFor[string](), nil
		}
		return reflect.TypeFor[int](), nil
	case *ast.Ident:
		return known(e.Name)
	case *ast.SelectorExpr:
		if of, ok := e.X.(*ast.Ident); ok && of.Name == "sdk" {
			return known("sdk." + e.Sel.Name)
		}
		of, err := typeOf(e.X)
		if err != nil {
			return nil, err
		}
		return selected(of, e.Sel.Name)
	case *ast.CallExpr:
		return called(e)
	}
	return nil, fmt.Errorf("%T is not understood", e)
}

func known(name string) (reflect.Type, error) {
	if scope[name] == nil {
		return nil, fmt.Errorf("there is no %s", name)
	}
	return scope[name], nil
}

// selected returns the type of a method, without its receiver, or of a field.
func selected(of reflect.Type, name string) (reflect.Type, error) {
	if of == nil {
		return nil, fmt.Errorf("no value has %s", name)
	}
	if method := reflect.Zero(of).MethodByName(name); method.IsValid() {
		return method.Type(), nil
	}
	if of.Kind() == reflect.Struct {
		if field, ok := of.FieldByName(name); ok && field.IsExported() {
			return field.Type, nil
		}
	}
	return nil, fmt.Errorf("%s has no %s", of, name)
}

func called(e *ast.CallExpr) (reflect.Type, error) {
	f, err := typeOf(e.Fun)
	if err != nil {
		return nil, err
	}
	if f.Kind() != reflect.Func {
		return nil, fmt.Errorf("%s is no function", f)
	}
	if few := f.NumIn() - len(e.Args); few > 0 && (few != 1 || !f.IsVariadic()) || few < 0 && !f.IsVariadic() {
		return nil, fmt.Errorf("%s is called with %d arguments", f, len(e.Args))
	}
	for i, arg := range e.Args {
		given, err := typeOf(arg)
		if err != nil {
			return nil, err
		}
		wanted := f.In(min(i, f.NumIn()-1))
		if f.IsVariadic() && i >= f.NumIn()-1 && !e.Ellipsis.IsValid() {
			wanted = wanted.Elem()
		}
		number, isLiteral := arg.(*ast.BasicLit)
		if isLiteral && number.Kind == token.INT && wanted.Kind() == reflect.Float64 {
			continue // a constant without a type
		}
		if !given.AssignableTo(wanted) {
			return nil, fmt.Errorf("%s is given for %s", given, wanted)
		}
	}
	if f.NumOut() == 0 {
		return nil, nil
	}
	return f.Out(0), nil
}
