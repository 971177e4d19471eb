package wasm_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/wasm"
)

func TestWhatIsNoBotIsToldApart(t *testing.T) {
	whole := byHand{}.module()
	huge := filepath.Join(t.TempDir(), "huge.wasm")
	require.NoError(t, os.WriteFile(huge, whole, 0o600))
	require.NoError(t, os.Truncate(huge, wasm.Largest+1))
	forWASI := "GOOS=wasip1 GOARCH=wasm"
	for name, c := range map[string]struct {
		path, want, hint string
	}{
		"empty": {write(t, "x.wasm", nil), "is not a WebAssembly module, whatever its name says", forWASI},
		"text":  {write(t, "x.wasm", []byte("#!/bin/sh\n")), "is not a WebAssembly module, whatever its name says", forWASI},
		"huge":  {huge, "larger than 64 MB", "in a folder"},
		"cut":   {write(t, "x.wasm", whole[:len(whole)-5]), "is damaged or cut off", forWASI},
		"head":  {write(t, "x.wasm", whole[:6]), "is damaged or cut off", forWASI},
		"garbage": {
			write(t, "x.wasm", append(whole[:8:8], bytes.Repeat([]byte{7}, 5000)...)), "is damaged or cut off",
			forWASI,
		},
		"component": {
			write(t, "x.wasm", []byte("\x00asm\x0d\x00\x01\x00")), "is a component, of WASI preview 2 or later",
			forWASI,
		},
		"later": {
			write(t, "x.wasm", []byte("\x00asm\x02\x00\x00\x00")),
			"is of a version of WebAssembly that the arena does not know", forWASI,
		},
		"library": {write(t, "x.wasm", byHand{noStart: true}.module()), `has no function "_start"`, forWASI},
		"foreign": {
			write(t, "x.wasm", byHand{imports: "env\x00emscripten_run"}.module()),
			`needs the function "env.emscripten_run", which is not of WASI preview 1`, forWASI,
		},
		"unknown": {
			write(t, "x.wasm", byHand{imports: "wasi_snapshot_preview1\x00sock_connect"}.module()),
			`needs the function "wasi_snapshot_preview1.sock_connect"`, forWASI,
		},
		"table": {
			write(t, "x.wasm", byHand{table: []byte{0x63, 0x6f, 0, 1}}.module()),
			"has a table of a kind that the arena does not know", forWASI,
		},
		"table2": {
			write(t, "x.wasm", byHand{table: []byte{0x40, 0, 0x6f, 0, 1, 0xd0, 0x6f, 0xb}}.module()),
			"has a table of a kind that the arena does not know", forWASI,
		},
		"shared": {
			write(t, "x.wasm", byHand{table: []byte{0x70, 2, 1}}.module()),
			"has a table of a kind that the arena does not know", forWASI,
		},
		"collected": { // a structure without fields
			write(t, "x.wasm", []byte("\x00asm\x01\x00\x00\x00\x01\x03\x01\x5f\x00")),
			"needs WebAssembly's garbage collection, as modules of Kotlin do", forWASI,
		},
		"unsound": {write(t, "x.wasm", byHand{body: []byte{opDrop}}.module()), "can't be compiled: ", forWASI},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := findBot(t, c.path)
			told := new(unfit.Error)
			require.ErrorAs(t, err, &told)
			require.Contains(t, told.Problem, c.want)
			require.Contains(t, told.Fix, c.hint)
		})
	}
}
