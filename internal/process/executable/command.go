package executable

// Command says how the program of a bot is started.
type Command struct {
	Path string // of the bot, absolute: the file or folder that messages are about
	// Called is what the readers of messages call the bot, if they don't know its path, and are not to.
	Called string
	Args   []string // the arguments; the first is the absolute path of the program itself
	Env    []string // added to the environment of every bot, as "NAME=value"
	// Hashed, if not nil, is what must still be there as it was, or the program is not started.
	Hashed *Hashed
	// Reads are files and folders beyond the bot that the program must be able to read.
	Reads []string
	// Overhead is how many bytes of memory the program itself takes, which are not the bot's.
	Overhead int64
	// Profiled asks the program for its CPU profile, which a bot in Go hands over at its end.
	Profiled bool
}

// CodePrefix begins the names of temporary folders with code that one arena has compiled for itself. The number
// of its process follows, as in the names of bots' folders.
const CodePrefix = "arena-code-"

// MemoryVariable is the environment variable that tells a bot how many bytes of memory it
// may have.
const MemoryVariable = "ARENA_MEMORY"

// ParametersVariable is the environment variable with the values of the parameters that a
// bot declares, as in "spread=3 fear=0.5".
const ParametersVariable = "ARENA_PARAMS"

// Path is the PATH of every bot, after the folders of programs that it needs. That of the
// user would make a bot behave differently on another machine.
const Path = "/usr/local/bin:/usr/bin:/bin"

// Alone returns the command that starts a program by itself.
func Alone(path string, args ...string) Command {
	return Command{Path: path, Args: append([]string{path}, args...)}
}
