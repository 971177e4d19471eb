package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// platform is a system and a processor, by Go's names, which Debian shares for those of Linux.
type platform struct{ os, arch string }

func (p platform) String() string { return p.os + "/" + p.arch }

// programs are those of a release: the arena, and that which holds leagues.
var programs = []string{"arena", "arena-league"}

// executable returns the file name of a program.
func (p platform) executable(program string) string {
	if p.os == "windows" {
		return program + ".exe"
	}
	return program
}

// base returns the name that the files of a platform begin with.
func (s source) base(p platform) string { return s.baseOf("arena", p) }

// baseOf returns what files about one program begin with.
func (s source) baseOf(program string, p platform) string {
	return fmt.Sprintf("%s_%s_%s_%s", program, s.number(), p.os, p.arch)
}

var allPlatforms = []platform{
	{"linux", "amd64"},
	{"linux", "arm64"},
	{"darwin", "amd64"},
	{"darwin", "arm64"},
	{"windows", "amd64"},
	{"windows", "arm64"},
}

func findPlatform(name string) (platform, error) {
	names := make([]string, 0, len(allPlatforms))
	for _, p := range allPlatforms {
		if p.String() == name {
			return p, nil
		}
		names = append(names, p.String())
	}
	return platform{}, misused("choose from "+strings.Join(names, ", "), "%q: no release is made for it", name)
}

// arenaModule is the path of the released module.
const arenaModule = "github.com/botarena/arena"

// build compiles all programs, with what the arena has for browsers in them.
func build(ctx context.Context, s source, p platform, r forBrowsers) (built []file, err error) {
	temp, err := os.MkdirTemp("", "release-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp) //nolint:errcheck // a leftover in the temporary folder
	overlay, err := r.overlay(s, temp)
	if err != nil {
		return nil, fmt.Errorf("for browsers: %w", err)
	}
	for _, program := range programs {
		name := p.executable(program)
		data, err := compile(ctx, s, p, "./cmd/"+program, filepath.Join(temp, name),
			"-buildvcs=true", "-overlay="+overlay, "-ldflags=-s -w -buildid= -X "+arenaModule+"/internal/cli/shell.release="+
				s.version)
		if err != nil {
			return nil, err
		}
		built = append(built, file{name: name, executable: true, data: data})
	}
	return built, nil
}

// compile compiles a package into a file and returns its bytes. Nothing but the source, the
// version and Go decides on them: settings of the user that change the program are set back.
func compile(ctx context.Context, s source, p platform, name, path string, flags ...string) ([]byte, error) {
	command := exec.CommandContext(
		ctx, "go", append(append([]string{"build", "-trimpath"}, flags...), "-o", path, name)...)
	command.Dir = s.folder
	command.Env = append(command.Environ(), "GOOS="+p.os, "GOARCH="+p.arch, "CGO_ENABLED=0",
		"GOFLAGS=-mod=readonly", "GOWORK=off", "GOAMD64=v1", "GOARM64=v8.0", "GOWASM=", "GOEXPERIMENT=", "GOFIPS140=off")
	if _, err := output(command); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}
