package build

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
)

// Reader compiles this very program for browsers, as a reactor. It is built from the source from which the program was,
// or if that is a program of somebody else's, from the module of the current folder. Its replays name the version. Told
// hears that it begins. The result is nil if there is no such source, or no Go, or if it does not build: the command
// by hand says why.
func Reader(ctx context.Context, version string, told func(system string)) []byte {
	info, ok := debug.ReadBuildInfo()
	tool, err := exec.LookPath("go")
	if !ok || err != nil {
		return nil
	}
	c := compilation{ctx: ctx, tool: tool, folder: OwnSource()}
	if info.Main.Path != modulePath {
		c.folder = "."
		module, err := c.command("list", "-m").Output()
		if err != nil || strings.TrimSpace(string(module)) != info.Main.Path {
			return nil
		}
	}
	if c.folder == "" {
		return nil
	}
	temp, err := os.MkdirTemp("", "arena-reader-")
	if err != nil {
		return nil
	}
	defer func() { _ = os.RemoveAll(temp) }()
	told("browsers")
	program := filepath.Join(temp, "reader.wasm")
	named := "-X " + modulePath + "/internal/web/playground/reactor.release=" + version
	command := c.command("build", "-buildmode=c-shared", "-ldflags=-s -w "+named, "-o", program, info.Path)
	command.Env = append(command.Env, "GOOS=wasip1", "GOARCH=wasm")
	withChildren(command)
	if command.Run() != nil {
		return nil
	}
	reader, _ := os.ReadFile(program)
	return reader
}
