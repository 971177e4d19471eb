package botwire

// A bot that is asked for its CPU profile hands it over when its standard input ends. It
// goes through a pipe of its own, which no sandbox closes and nothing else uses.
const (
	// ProfileVariable is the environment variable that is set if a profile is wanted.
	ProfileVariable = "ARENA_CPU_PROFILE"
	// ProfileValue is its value: the file that a bot writes the profile to.
	ProfileValue = "5"
	// BotWritesProfile is that file.
	BotWritesProfile = 5
)
