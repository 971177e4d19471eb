package executable

// This floor needs little of languages; package language has the rest.

// sdkMarks are how the first files of the SDKs that are folders begin. By them, somebody's own
// folder that is called arena as well is told apart: nothing of it is given to a bot.
var sdkMarks = map[string]string{
	"__init__.py": `"""Bots in Python for the games of the arena`,
	"core.mjs":    "// The core of the SDK for JavaScript",
}

// sdkEndings are those of the files of such SDKs.
var sdkEndings = []string{".py", ".mjs", ".mts"}

// compiledApart is a folder in which an interpreter keeps what it has compiled.
const compiledApart = "__pycache__"

// What hints take as an example.
const (
	exampleFirstLine = "#!/usr/bin/env python3"
	exampleFile      = "mybot.py"
)
