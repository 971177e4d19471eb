package shell

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// BotFlags are the flags for where bots are found and what they may use.
type BotFlags struct {
	Dir      string
	Typed    host.Limits // see limitflags.go
	NoLimits bool
	Level    sandbox.Level
	stored   bool // limits that nobody has typed may be looser than the usual ones

	cpuClock bool             // this system reports CPU times
	stderr   func() io.Writer // a *screen, but in tests

	AskedSandbox func() bool // the user has named a level
	namedDir     func() bool // the user has named the bots folder on this command line; nil if there is no way to

	trust trustList
	asks  func() *terminal // nil, or returning nil, if there is nobody to ask
}

// RegisterDir adds --bots.
func (f *BotFlags) RegisterDir(c *cobra.Command) {
	c.Flags().StringVar(&f.Dir, "bots", DefaultBotsDir(), "find bots by their names in `DIR`; $ARENA_BOTS sets it too")
	f.stderr = c.ErrOrStderr
	f.namedDir = func() bool { return c.Flags().Changed("bots") }
	f.Level, f.AskedSandbox = UsualLevel(), func() bool { return false }
}

// UsualLevel is replaced in tests.
var UsualLevel = sandbox.Usual

// Terms are on which terms bots are started.
func (f *BotFlags) Terms() sandbox.Terms {
	return sandbox.Terms{Level: f.Level, Asked: f.AskedSandbox != nil && f.AskedSandbox()}
}

// Register adds the flags of commands that start bots.
func (f *BotFlags) Register(c *cobra.Command) {
	f.RegisterDir(c)
	f.RegisterLimits(c)
	f.RegisterSandbox(c)
	f.RegisterTrust(c)
	c.Flags().BoolVar(&f.NoLimits, "no-limits", false, "no limits on time and output, and bots built for a debugger")
	markLimits(c.Flags(), "no-limits", "sandbox", "trust")
}

// RegisterStored adds --stored-limits.
func (f *BotFlags) RegisterStored(c *cobra.Command) {
	c.Flags().BoolVar(&f.stored, "stored-limits", false,
		"play with the limits that are stored, also if they are looser than the usual ones")
}

// StoredBounds are how loose the limits of a store may be.
func (f *BotFlags) StoredBounds() host.Bounds { return f.bounds(true) }

// LeagueBounds are how loose the limits of a league may be. Without any, a bot could stop it for ever.
func (f *BotFlags) LeagueBounds() host.Bounds { return f.bounds(false) }

func (f *BotFlags) bounds(none bool) host.Bounds {
	if f.stored {
		return host.AnyLimits(none)
	}
	most := host.DefaultLimits()
	most.Memory = max(most.Memory, MostRecordedMemory)
	return host.AtMost(most)
}

// RegisterSandbox adds --sandbox.
func (f *BotFlags) RegisterSandbox(c *cobra.Command) {
	Enum[sandbox.Level]{Values: sandbox.Levels}.Register(c, &f.Level, "sandbox",
		"confine bots at this `LEVEL`: %s; arena doctor explains it")
	f.AskedSandbox = func() bool { return c.Flags().Changed("sandbox") }
}

// Confine returns the sandbox that the flags ask for. It prints a warning if it is less
// than the user may think.
func (f *BotFlags) Confine() (*sandbox.Sandbox, error) {
	s, err := sandbox.New(f.Level)
	if err != nil {
		return nil, err
	}
	switch missing := s.Missing(); {
	case !s.Confines() && f.AskedSandbox():
		fmt.Fprintln(
			f.stderr(),
			"warning: --sandbox none: these bots can do all that you can: read and delete your files, use the network")
	case !s.Confines() && UsualLevel() == sandbox.None:
		fmt.Fprintln(
			f.stderr(),
			"note: nothing confines bots on this system: your own run with all your rights; arena doctor says what holds")
	case len(missing) > 0:
		fmt.Fprintf(f.stderr(), "note: the sandbox lacks %s: %s; arena doctor says what to do\n", missing[0].Name,
			missing[0].Detail)
	}
	return s, nil
}

// ConfineQuietly is confine without the warnings, where they were printed before.
func (f *BotFlags) ConfineQuietly() (*sandbox.Sandbox, error) { return sandbox.New(f.Level) }

// DefaultBotsDir is the bots folder if none is named.
func DefaultBotsDir() string {
	if dir := os.Getenv("ARENA_BOTS"); dir != "" {
		return dir
	}
	return usualDir
}

// usualDir is the bots folder if the user has named none. In a clone of the arena, examples has bots, too.
const (
	usualDir = "bots"
	examples = "examples"
)

// Linked are the bots that come with the arena, as its main says.
var Linked []executable.Linked

// DirIsNamed reports whether the user has named the bots folder.
func (f *BotFlags) DirIsNamed() bool {
	return f.namedDir != nil && f.namedDir() || os.Getenv("ARENA_BOTS") != ""
}

// Places returns a finder that knows where bots are, and nothing else.
func (f *BotFlags) Places() find.Finder {
	finder := find.Finder{Dir: f.Dir, Linked: Linked}
	if f.Dir == usualDir && !f.DirIsNamed() {
		finder.Also = []string{examples}
	}
	return finder
}

// NameDir names the bots folder, as --bots does.
func (f *BotFlags) NameDir(dir string) { f.Dir, f.namedDir = dir, func() bool { return true } }

// Finder finds bots as the flags say.
func (f *BotFlags) Finder() find.Finder {
	finder := f.Places()
	finder.Debug, finder.Admit, finder.Terms = f.NoLimits, f.Admit, f.Terms()
	if cache, err := os.UserCacheDir(); err == nil {
		finder.Cache = filepath.Join(cache, "arena")
	}
	if screen, ok := f.stderr().(*screen); ok {
		finder.Building = screen.building()
	}
	finder.Unkept = func(why error) {
		fmt.Fprintf(f.stderr(), "note: compiled modules can't be kept, so each start compiles them again: %v\n", why)
	}
	return finder
}

// Host returns how bots are run by the flags: their limits, and the sandbox. It prints what the two say about that.
func (f *BotFlags) Host() (host.Options, error) {
	limits, err := f.Limits()
	if err != nil {
		return host.Options{}, err
	}
	confined, err := f.Confine()
	return host.Options{Limits: limits, Sandbox: confined}, err
}

// words returns the flags to type for these values.
func (f *BotFlags) words() []string {
	return append(f.placeWords(), f.limitWords(func(value, usual time.Duration) bool { return value != usual })...)
}

// AgainWords returns the flags with which a bot is run again as it was. Limits that are looser than the usual
// ones are not taken from a replay.
func (f *BotFlags) AgainWords() []string {
	return append(f.placeWords(), f.limitWords(func(value, usual time.Duration) bool { return value > usual })...)
}

// placeWords returns the flags that no replay has: where bots are found and how they run.
func (f *BotFlags) placeWords() []string {
	var words []string
	if f.Dir != DefaultBotsDir() {
		words = append(words, "--bots", f.Dir)
	}
	if mem := f.mem(); *mem != 0 && f.Typed.Memory != host.DefaultLimits().Memory {
		words = append(words, "--mem", mem.String())
	}
	if f.Level != UsualLevel() || f.Level == sandbox.None && f.Terms().Asked {
		words = append(words, "--sandbox", f.Level.String())
	}
	if f.NoLimits {
		words = append(words, "--no-limits")
	}
	return words
}

// Folder is where bots are found whose names stand in a file. They are built only if the user has named the
// folder on this command line.
func (f *BotFlags) Folder() find.Folder {
	named := f.namedDir != nil && f.namedDir()
	// An absolute $ARENA_BOTS is a folder of the user's, whatever the current one is.
	own := filepath.IsAbs(f.Dir) && f.Dir == DefaultBotsDir()
	return find.Folder{Finder: f.Finder().InFolder(named), Unnamed: !named && !own}
}
