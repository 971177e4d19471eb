package program

// Command says how the program of a bot is started.
type Command struct {
	Path string   // of the bot, absolute: the file or folder that messages are about
	Args []string // the arguments; the first is the absolute path of the program itself
	Env  []string // added to the environment of every bot, as "NAME=value"
}

// Path is the PATH of every bot, but for folders of programs that it needs. That of the
// user would make a bot behave differently on another machine.
const Path = "/usr/local/bin:/usr/bin:/bin"

// Alone returns the command that starts a program by itself.
func Alone(path string, args ...string) Command {
	return Command{Path: path, Args: append([]string{path}, args...)}
}
