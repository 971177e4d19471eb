package build

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/wasm"
)

// module returns how a module for WASI is started: by this program itself. It is compiled
// first, unless that was done before. If the bot is a folder, the module may read it.
func (f Builder) module(ctx context.Context, t Source, path string) (Recipe, error) {
	sum, err := f.Sum(path)
	if err != nil {
		return Recipe{}, unfit.New(t.Typed, unfit.Reason(err), unfit.HowToName)
	}
	if f.Uncompiled {
		return Recipe{Kind: language.WASI, Files: []string{path}}, nil
	}
	cache := ""
	if f.Cache != "" {
		cache = filepath.Join(f.Cache, "wasm")
	}
	code, err := wasm.Compile(ctx, cache, path, sum, wasm.Told{Compiling: func() { f.begun(t) }, Unkept: func(why error) {
		if f.Unkept != nil {
			f.Unkept(why)
		}
	}})
	if err != nil {
		if ctx.Err() != nil {
			return Recipe{}, context.Cause(ctx)
		}
		if no := new(wasm.Error); errors.As(err, &no) {
			return Recipe{}, unfit.New(t.Typed, no.Problem, no.Fix)
		}
		return Recipe{}, unfit.Troubled(f.Called, t.Typed, "can't be compiled: "+reasons(err),
			"let a folder be written, and make room in it: "+safe.Name(f.Cache)+", or that in TMPDIR")
	}
	folder := ""
	if t.Folder {
		folder = t.Path
	}
	args, err := wasm.Arguments(code, path, folder)
	if err != nil {
		return Recipe{}, unfit.Troubled(f.Called, t.Typed, "the arena does not know where its own program is: "+err.Error(),
			"start it by its whole path")
	}
	return Recipe{
		Kind: language.WASI, Args: args, Files: []string{path}, reads: []string{code}, env: []string{wasm.Apart},
		overhead: wasm.Overhead(path),
	}, nil
}

// reasons are those of each place that was tried, each once.
func reasons(err error) string {
	tried := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok { //nolint:errorlint // not one inside of another
		tried = joined.Unwrap()
	}
	var all []string
	for _, one := range tried {
		if r := unfit.Reason(one); !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	return strings.Join(all, "; elsewhere: ")
}
