// Command release builds a release of the arena and arena-league into a folder: archives for six platforms,
// Debian packages, an SBOM of each binary, and their checksums with a signature.
//
//	go -C tools/release run . --key ~/.ssh/release v0.6.0
//
// The same commit and the same Go make the same bytes, except for signatures by some kinds of
// keys. docs/releasing.md says what to do before and after.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // from then on, another Ctrl-C ends the process at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// Exit codes, as those of the arena.
const (
	done   = 0
	failed = 1
	misuse = 2
)

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return done
	case err == nil:
		err = release(ctx, o, stdout)
	}
	if err == nil {
		return done
	}
	fmt.Fprintln(stderr, err)
	problem := (*problem)(nil)
	if !errors.As(err, &problem) {
		return failed
	}
	if problem.hint != "" {
		fmt.Fprintf(stderr, "hint: %s\n", problem.hint)
	}
	return problem.code
}

// problem is an error that the user can do something about.
type problem struct {
	text, hint string
	code       int
}

func (p *problem) Error() string { return p.text }

func misused(hint, format string, args ...any) error {
	return &problem{fmt.Sprintf(format, args...), hint, misuse}
}

func refused(hint, format string, args ...any) error {
	return &problem{fmt.Sprintf(format, args...), hint, failed}
}

// options are what the user asks for.
type options struct {
	version   string // with "v"
	repo      string
	out       string
	key       string // "" for no signature
	platforms []platform
	untagged  bool
}

const usage = "go -C tools/release run . VERSION"

func parse(args []string, stderr io.Writer) (options, error) {
	o := options{}
	only := ""
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprintf(stderr, "usage: %s\n\nVERSION is the tag of the commit, as v0.6.0.\n", usage)
		flags.PrintDefaults()
	}
	flags.StringVar(&o.repo, "repo", filepath.Join("..", ".."), "the `folder` of the repository")
	flags.StringVar(
		&o.out, "out", "", "the `folder` to write, which must be empty or not exist (default dist in the repository)")
	flags.StringVar(
		&o.key, "key", "", "sign the checksums with this ssh key, a `file`; the key of an agent by its public part")
	flags.StringVar(&only, "platforms", "", "build these only, a `list` such as linux/amd64,darwin/arm64")
	flags.BoolVar(&o.untagged, "untagged", false, "build the files as they are, for a try: they need no commit and no tag")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return o, err
		}
		return o, &problem{text: "see the usage above", code: misuse}
	}
	if flags.NArg() != 1 {
		return o, misused(usage+" --help", "the version: one is wanted, as v0.6.0")
	}
	o.version = flags.Arg(0)
	if o.out == "" {
		o.out = filepath.Join(o.repo, "dist")
	}
	var err error
	o.platforms, err = parsePlatforms(only)
	return o, err
}

// parsePlatforms returns the platforms of a list, or all for "".
func parsePlatforms(list string) ([]platform, error) {
	if list == "" {
		return allPlatforms, nil
	}
	var chosen []platform
	for name := range strings.SplitSeq(list, ",") {
		p, err := findPlatform(name)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, p)
	}
	return chosen, nil
}
