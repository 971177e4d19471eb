package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/process/lineproto"
)

// MaxCPUProfile is the size of the largest CPU profile that is taken from a bot, in bytes.
// That of an hour is seldom larger than a tenth of it.
const MaxCPUProfile = 1 << 20

// profileTime is how long a bot may take to hand over its profile. Go's own collects for
// up to a fifth of a second before it ends. It is replaced in tests.
var profileTime = 10 * time.Second

func noProfile(why, fix string) error { return hint.New("", "no CPU profile: "+why, fix) }

// CPUProfile ends the process, whose command asked for a profile, and returns what it
// hands over: at most [MaxCPUProfile] bytes, packed with gzip if the bot is honest. An
// error is a [*hint.HintedError], unless ctx is done.
func (p *Process) CPUProfile(ctx context.Context) ([]byte, error) {
	defer p.Close()
	file := p.run.Profile
	switch {
	case !p.run.Command.Profiled:
		return nil, noProfile("the bot was not asked for it", "")
	case file == nil:
		return nil, noProfile("this system can't pass the file for it to a bot", "profile the bot on Linux or macOS")
	case p.run.SpeaksLines():
		return nil, noProfile("a bot that speaks lines has none", "run it under the profiler of its language")
	case p.Ended():
		return nil, noProfile("the process ended before its match did", "")
	}
	_ = file.SetReadDeadline(time.Now().Add(profileTime))
	defer context.AfterFunc(ctx, func() { _ = file.SetReadDeadline(time.Now()) })()
	_ = p.run.Stdin.Close() // which asks for it
	profile, err := io.ReadAll(io.LimitReader(file, MaxCPUProfile+1))
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case len(profile) > MaxCPUProfile:
		return nil, noProfile(
			"the bot handed over more than "+lineproto.InBytes(MaxCPUProfile), "build it again: the SDK's are smaller",
		)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, noProfile(fmt.Sprintf("the bot did not end it within %v", profileTime), BuildAgain)
	case err != nil || len(profile) == 0:
		return nil, noProfile(
			"the bot handed over none, as one with an older SDK or with a profile of its own", BuildAgain,
		)
	}
	return profile, nil
}
