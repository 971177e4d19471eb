package build

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/unfit"
)

// packFlags are the flags of go build for a package: nothing of the machine goes into the
// program, nor what only a debugger needs.
var packFlags = []string{"-trimpath", "-buildvcs=false", "-tags=grpcnotrace", "-ldflags=-s -w -buildid="}

// packEnvironment keeps what the user has set from changing the program.
var packEnvironment = []string{"CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT="}

// Release builds a bot in Go for systems, as OS/ARCH, and hands over each program. Told, if not nil, hears which is
// begun. The programs are in a folder that the caller removes, also if there is an error; "" is none.
func (t Source) Release(
	ctx context.Context, platforms []string, told func(platform string), add func(platform, program string) error,
) (folder string, made *botfile.Build, err error) {
	if err := t.checkGo(); err != nil {
		return "", nil, err
	}
	tool, err := exec.LookPath("go")
	if err != nil {
		return "", nil, unfit.New(t.Typed, "a Go program, but Go is not installed", "install it from https://go.dev/dl")
	}
	if folder, err = os.MkdirTemp("", "arena-pack-"); err != nil {
		return "", nil, unfit.New(t.Typed, unfit.Reason(err), "set TMPDIR to a folder that can be written to")
	}
	for _, platform := range platforms {
		if told != nil {
			told(platform)
		}
		program := filepath.Join(folder, strings.ReplaceAll(platform, "/", "-"))
		goos, arch, _ := strings.Cut(platform, "/")
		args := append(append([]string{"build"}, packFlags...), "-o", program, ".")
		if said, err := t.runGo(ctx, tool, append(packEnvironment, "GOOS="+goos, "GOARCH="+arch), args...); err != nil {
			return folder, nil, unfit.New(
				t.Typed, "does not build for "+platform+"\n"+t.readable(tidy(said)), t.howToBuild(said))
		}
		if err := add(platform, program); err != nil {
			return folder, nil, err
		}
	}
	version, err := t.runGo(ctx, tool, nil, "env", "GOVERSION")
	if err != nil {
		return folder, nil, unfit.New(t.Typed, "Go does not report its version\n"+tidy(version), "go version")
	}
	flags := "CGO_ENABLED=0 go build " + strings.Join(packFlags, " ")
	return folder, &botfile.Build{Go: strings.TrimSpace(version), Flags: flags}, nil
}

func (t Source) runGo(ctx context.Context, tool string, environment []string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, tool, args...)
	command.Dir = t.Path
	command.Env = append(command.Environ(), environment...)
	command.WaitDelay = time.Second // a killed Go command may leave compilers running
	said, err := command.CombinedOutput()
	return string(said), err
}
