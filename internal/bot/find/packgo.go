package find

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/botarena/arena/internal/bot/pack"
)

// packFlags are the flags of go build for a package: nothing of the machine goes into the
// program, nor what only a debugger needs.
var packFlags = []string{"-trimpath", "-buildvcs=false", "-tags=grpcnotrace", "-ldflags=-s -w -buildid="}

// packEnvironment keeps what the user has set from changing the program.
var packEnvironment = []string{"CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT="}

// buildGo builds a bot in Go for each system.
func (p *packer) buildGo(ctx context.Context) (*pack.Build, error) {
	tool, err := exec.LookPath("go")
	if err != nil {
		return nil, p.failed("a Go program, but Go is not installed", "install it from https://go.dev/dl")
	}
	if p.temp, err = os.MkdirTemp("", "arena-pack-"); err != nil {
		return nil, p.failed(reason(err), "set TMPDIR to a folder that can be written to")
	}
	for _, platform := range p.how.Platforms {
		if _, named := p.how.Programs[platform]; named {
			continue
		}
		if p.how.Building != nil {
			p.how.Building(platform)
		}
		program := filepath.Join(p.temp, strings.ReplaceAll(platform, "/", "-"))
		goos, arch, _ := strings.Cut(platform, "/")
		args := append(append([]string{"build"}, packFlags...), "-o", program, ".")
		if said, err := p.runGo(ctx, tool, append(packEnvironment, "GOOS="+goos, "GOARCH="+arch), args...); err != nil {
			return nil, p.failed("does not build for "+platform+"\n"+p.readable(tidy(said)), p.howToBuild(said))
		}
		if err := p.addProgram(platform, program, true); err != nil {
			return nil, err
		}
	}
	version, err := p.runGo(ctx, tool, nil, "env", "GOVERSION")
	if err != nil {
		return nil, p.failed("Go does not report its version\n"+tidy(version), "go version")
	}
	flags := "CGO_ENABLED=0 go build " + strings.Join(packFlags, " ")
	return &pack.Build{Go: strings.TrimSpace(version), Flags: flags}, nil
}

func (p *packer) runGo(ctx context.Context, tool string, environment []string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, tool, args...)
	command.Dir = p.path
	command.Env = append(command.Environ(), environment...)
	command.WaitDelay = time.Second // a killed Go command may leave compilers running
	said, err := command.CombinedOutput()
	return string(said), err
}
