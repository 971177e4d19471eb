// Package pagetypes writes the TypeScript of what the pages are sent: types, the forms that
// arriving data is checked against, and what bounds its numbers. The structs of pagedata and
// resultpage are the schema.
package pagetypes

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/web/columnjson"
	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/internal/web/results/resultpage"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

const header = `// Generated from %s, which says what the fields mean. After a change there, type:
// go test ./internal/docgen/pagetypes -update

`

// names are those of types whose names would mean something else on the page, or too little.
var names = map[reflect.Type]string{
	reflect.TypeFor[scene.Path]():         "PathData",
	reflect.TypeFor[scene.Cell]():         "CellKind",
	reflect.TypeFor[scene.Kind]():         "UnitKind",
	reflect.TypeFor[pagedata.UnitInfo]():  "UnitData",
	reflect.TypeFor[pagedata.Frame]():     "FrameData",
	reflect.TypeFor[pagedata.Round]():     "RoundData",
	reflect.TypeFor[pagedata.Match]():     "MatchData",
	reflect.TypeFor[resultpage.Verdict](): "Verdict",
}

var colour = reflect.TypeFor[scene.Colour]()

// simple are types with forms. A number of 64 bits may be too large to be whole in JavaScript.
var simple = map[reflect.Kind]struct{ name, form string }{
	reflect.String:  {"string", "text"},
	reflect.Bool:    {"boolean", "true or false"},
	reflect.Int:     {"number", "whole number"},
	reflect.Int64:   {"number", "number"},
	reflect.Float64: {"number", "number"},
}

// choices are the forms of which the values are listed, with their types.
var choices = []choice{
	{"look", "Look", texts(scene.Looks())},
	{"use", "Use", texts(scene.Uses())},
	{"form of a sign", "SignForm", texts(scene.SignForms())},
	{"kind of note", "NoteKind", noteKinds()},
}

type choice struct {
	form, name string
	values     []string
}

func texts[T ~string](all []T) (texts []string) {
	for _, one := range all {
		texts = append(texts, string(one))
	}
	return texts
}

func noteKinds() (kinds []string) {
	for k := engine.MarkNote; k.IsKnown(); k++ {
		kinds = append(kinds, k.String())
	}
	return kinds
}

// Viewer returns src/model/data.ts.
func Viewer() string {
	w := writer{known: map[reflect.Type]bool{}}
	fmt.Fprintf(&w.text, header, "internal/web/viewer/pagedata/data.go")
	w.text.WriteString("import type { Colour, Form } from \"./form\";\n\nexport type { Colour };\n\n")
	fmt.Fprintf(&w.text, "export const format = %d;\n\n", pagedata.Format)
	w.choices()
	w.verdicts()
	w.declare(reflect.TypeFor[pagedata.Match](), true)
	w.declare(reflect.TypeFor[pagedata.Ending](), false)
	w.declare(reflect.TypeFor[pagedata.Seat](), false)
	w.bounds(reflect.TypeFor[pagedata.Round]())
	return w.text.String()
}

// Results returns src/results/data.ts.
func Results() string {
	w := writer{known: map[reflect.Type]bool{}}
	fmt.Fprintf(&w.text, header, "internal/web/results/resultpage/data.go")
	w.declare(reflect.TypeFor[resultpage.Columns](), false)
	w.declare(reflect.TypeFor[resultpage.Told](), false)
	w.declare(reflect.TypeFor[resultpage.Rated](), false)
	w.declare(reflect.TypeFor[resultpage.Progress](), false)
	w.declare(reflect.TypeFor[resultpage.Charted](), false)
	return strings.TrimSuffix(w.text.String(), "\n")
}

// Playground returns src/playground/contract.ts.
func Playground() string {
	w := writer{known: map[reflect.Type]bool{}}
	fmt.Fprintf(&w.text, header, "internal/web/playground/contract.go")
	for _, said := range playground.Contract() {
		w.declare(reflect.TypeOf(said), false)
	}
	return strings.TrimSuffix(w.text.String(), "\n")
}

// writer writes TypeScript, each type once and after those that it needs.
type writer struct {
	text  strings.Builder
	known map[reflect.Type]bool
}

func (w *writer) choices() {
	var lists, types strings.Builder
	for _, c := range choices {
		fmt.Fprintf(&lists, "  %s: [%s],\n", key(c.form), strings.Join(quoted(c.values), ", "))
		fmt.Fprintf(&types, "export type %s = (typeof words)[%q][number];\n", c.name, c.form)
	}
	fmt.Fprintf(&w.text, "export const words = {\n%s} as const;\n\n%s\n", lists.String(), types.String())
}

// verdicts writes what the page says of each kind of verdict. A match of a later arena may have others.
func (w *writer) verdicts() {
	w.text.WriteString("export const verdicts: Readonly<Record<string, string>> = {\n")
	for kind, about := range match.Kinds() {
		fmt.Fprintf(&w.text, "  %s: %q,\n", key(string(kind)), about.Words)
	}
	w.text.WriteString("};\n\n")
}

// declare writes a type, and its form if it is checked.
func (w *writer) declare(t reflect.Type, checked bool) {
	switch {
	case t == colour || w.known[t] || isColumns(t):
	case t.Kind() == reflect.Slice:
		w.declare(t.Elem(), checked)
	case t.Kind() == reflect.Struct:
		w.known[t] = true
		for _, field := range columnjson.Fields(t) {
			w.declare(field.Type, checked)
		}
		if isTuple(t) {
			w.tuple(nameOf(t), columnjson.Fields(t))
			return
		}
		w.object(t)
		if checked {
			w.form(t)
		}
	}
}

func (w *writer) object(t reflect.Type) {
	fmt.Fprintf(&w.text, "export interface %s {\n", nameOf(t))
	for _, field := range columnjson.Fields(t) {
		name, mark := fieldName(field), ""
		if isOptional(field) {
			mark = "?"
		}
		fmt.Fprintf(&w.text, "  readonly %s%s: %s;%s\n", name, mark, typeOf(field), meaning(field))
	}
	w.text.WriteString("}\n\n")
}

// meaning says what a field with a short name is called in Go.
func meaning(field reflect.StructField) string {
	if strings.EqualFold(fieldName(field), field.Name) {
		return ""
	}
	return " // " + field.Name
}

func (w *writer) form(t reflect.Type) {
	fmt.Fprintf(&w.text, "export const %s: Form = {\n", formName(t))
	for _, field := range columnjson.Fields(t) {
		name := fieldName(field)
		if isOptional(field) {
			name += "?"
		}
		fmt.Fprintf(&w.text, "  %s: %s,\n", key(name), formOf(field))
	}
	w.text.WriteString("};\n\n")
}

// tuple writes a type that is a list, and the places of its entries.
func (w *writer) tuple(name string, fields []reflect.StructField) {
	var entries []string
	for _, field := range fields {
		entries = append(entries, fieldName(field)+": "+typeOf(field))
	}
	line := fmt.Sprintf("export type %s = readonly [%s];\n", name, strings.Join(entries, ", "))
	if len(line) > 121 {
		line = fmt.Sprintf("export type %s = readonly [\n  %s,\n];\n", name, strings.Join(entries, ",\n  "))
	}
	w.text.WriteString(line + "\n")
}

// places writes at which place of a list a field is.
func (w *writer) places(name string, fields []reflect.StructField) {
	var places []string
	for i, field := range fields {
		places = append(places, fmt.Sprintf("%s: %d", fieldName(field), i))
	}
	fmt.Fprintf(&w.text, "export const %s = { %s } as const;\n\n", name, strings.Join(places, ", "))
}

// bounds writes by what the numbers of a round are bounded: those in columns, and those in the
// fields of objects.
func (w *writer) bounds(round reflect.Type) {
	var columns, fields strings.Builder
	for _, list := range columnjson.Fields(round) {
		if list.Type.Kind() != reflect.Slice || list.Type.Elem().Kind() != reflect.Struct {
			continue
		}
		row := list.Type.Elem()
		if isColumns(list.Type) {
			w.row(row)
			fmt.Fprintf(&columns, "  %s: [%s],\n", fieldName(list), strings.Join(boundsOf(row, `%[2]q`), ", "))
		} else {
			fmt.Fprintf(&fields, "  %s: { %s },\n", fieldName(list), strings.Join(boundsOf(row, "%s: %q"), ", "))
		}
	}
	fmt.Fprintf(&w.text, "export const columns = {\n%s} as const;\n\n", columns.String())
	fmt.Fprintf(&w.text, "export const bounded = {\n%s} as const;\n", fields.String())
}

// row writes what a row of columns is, unless that is a number.
func (w *writer) row(t reflect.Type) {
	if fields := columnjson.Fields(t); len(fields) > 1 {
		w.tuple(t.Name()+"Row", fields)
		w.places(lower(t.Name())+"At", fields)
	}
}

// boundsOf returns the bounds of the fields that have one, in a format for name and bound.
func boundsOf(row reflect.Type, format string) (bounds []string) {
	for _, field := range columnjson.Fields(row) {
		if bound, ok := field.Tag.Lookup("in"); ok {
			bounds = append(bounds, fmt.Sprintf(format, fieldName(field), bound))
		}
	}
	return bounds
}

// typeOf returns the type of a field.
func typeOf(field reflect.StructField) string {
	if c, ok := choiceOf(field); ok {
		return c.name
	}
	return typeName(field.Type)
}

// choiceOf returns of which choice the value of a field is: its type or its tag says so.
func choiceOf(field reflect.StructField) (choice, bool) {
	for _, c := range choices {
		if c.form == field.Tag.Get("is") || c.name == field.Type.Name() && field.Type.Kind() == reflect.String {
			return c, true
		}
	}
	return choice{}, false
}

func typeName(t reflect.Type) string {
	switch {
	case isColumns(t):
		return "readonly number[]"
	case t.Kind() == reflect.Pointer:
		return typeName(t.Elem())
	case t.Kind() == reflect.Slice:
		each := typeName(t.Elem())
		if strings.Contains(each, " ") {
			each = "(" + each + ")"
		}
		return "readonly " + each + "[]"
	case t.Kind() == reflect.Struct:
		return nameOf(t)
	}
	return simple[t.Kind()].name
}

// formOf returns the form of a field.
func formOf(field reflect.StructField) string {
	if is, ok := field.Tag.Lookup("is"); ok {
		return fmt.Sprintf("%q", is)
	}
	if c, ok := choiceOf(field); ok {
		return fmt.Sprintf("%q", c.form)
	}
	return formOfType(field.Type)
}

func formOfType(t reflect.Type) string {
	switch {
	case t == colour:
		return `"colour"`
	case isColumns(t):
		return `["whole number"]`
	case t.Kind() == reflect.Pointer:
		return formOfType(t.Elem())
	case t.Kind() == reflect.Slice:
		return "[" + formOfType(t.Elem()) + "]"
	case t.Kind() == reflect.Struct && isTuple(t):
		return fmt.Sprintf("[\"whole number\", %d]", t.NumField())
	case t.Kind() == reflect.Struct:
		return formName(t)
	}
	return fmt.Sprintf("%q", simple[t.Kind()].form)
}

// isTuple reports whether a struct is written as a list.
func isTuple(t reflect.Type) bool {
	text, err := json.Marshal(reflect.Zero(t).Interface())
	return err == nil && text[0] == '['
}

// isColumns reports whether a list is written as columns: its rows are no values in it.
func isColumns(t reflect.Type) bool { return strings.HasPrefix(t.Name(), "Columns[") }

func isOptional(field reflect.StructField) bool {
	tag := field.Tag.Get("json")
	return strings.HasSuffix(tag, ",omitempty") || strings.HasSuffix(tag, ",omitzero")
}

// fieldName returns the name of a field in JSON. The entries of a tuple have none; they are called
// as in Go.
func fieldName(field reflect.StructField) string {
	if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
		return name
	}
	return lower(field.Name)
}

func nameOf(t reflect.Type) string {
	if name, ok := names[t]; ok {
		return name
	}
	return t.Name()
}

func formName(t reflect.Type) string {
	return lower(strings.TrimSuffix(nameOf(t), "Data")) + "Form"
}

// lower returns a name that begins in lower case, as "id" and "maxHealth".
func lower(name string) string {
	if strings.ToUpper(name) == name {
		return strings.ToLower(name)
	}
	return strings.ToLower(name[:1]) + name[1:]
}

// key returns a name as the key of an object, quoted if it must be.
func key(name string) string {
	if strings.ContainsAny(name, " ?") {
		return fmt.Sprintf("%q", name)
	}
	return name
}

func quoted(values []string) (quoted []string) {
	for _, value := range values {
		quoted = append(quoted, fmt.Sprintf("%q", value))
	}
	return quoted
}
