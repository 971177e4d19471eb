package find

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/wasm"
)

// module returns how a module for WASI is started: by this program itself. It is compiled
// first, unless that was done before. If the bot is a folder, the module may read it.
func (f Finder) module(ctx context.Context, t target, path string) (recipe, error) {
	sum, err := f.sum(path)
	if err != nil {
		return recipe{}, Unfit(t.typed, unfit.Reason(err), unfit.HowToName)
	}
	if f.uncompiled {
		return recipe{kind: WASI, files: []string{path}}, nil
	}
	code, err := wasm.Compile(ctx, f.moduleCache(), path, sum, f.toldOfModules(t))
	if err != nil {
		if ctx.Err() != nil {
			return recipe{}, context.Cause(ctx)
		}
		if unfit := new(wasm.Error); errors.As(err, &unfit) {
			return recipe{}, Unfit(t.typed, unfit.Problem, unfit.Fix)
		}
		return recipe{}, unfit.Troubled(f.Called, t.typed, "can't be compiled: "+reasons(err),
			"let a folder be written, and make room in it: "+safe.Name(f.Cache)+", or that in TMPDIR")
	}
	folder := ""
	if t.folder {
		folder = t.path
	}
	args, err := wasm.Arguments(code, path, folder)
	if err != nil {
		return recipe{}, unfit.Troubled(f.Called, t.typed, "the arena does not know where its own program is: "+err.Error(),
			"start it by its whole path")
	}
	return recipe{
		kind: WASI, args: args, files: []string{path}, reads: []string{code}, env: []string{wasm.Apart},
		overhead: wasm.Overhead(path),
	}, nil
}

// reasons are those of each place that was tried, each once.
func reasons(err error) string {
	var all []string
	for _, one := range eachOf(err) {
		if r := unfit.Reason(one); !slices.Contains(all, r) {
			all = append(all, r)
		}
	}
	return strings.Join(all, "; elsewhere: ")
}

// eachOf returns the errors that were joined.
func eachOf(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok { //nolint:errorlint // not one inside of another
		return joined.Unwrap()
	}
	return []error{err}
}

// moduleCache is the folder of compiled modules, or "".
func (f Finder) moduleCache() string {
	if f.Cache == "" {
		return ""
	}
	return filepath.Join(f.Cache, "wasm")
}

func (f Finder) toldOfModules(t target) wasm.Told {
	return wasm.Told{
		Compiling: func() {
			if f.Building != nil {
				f.Building(Name(t.path), 0, 0)
			}
		},
		Unkept: func(why error) {
			if f.Unkept != nil {
				f.Unkept(why)
			}
		},
	}
}
