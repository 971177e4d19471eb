package said

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/botarena/arena/internal/base/late"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/process/executable"
)

var (
	lacksFile = late.Regexp(
		`(?i)no such|not found|not exist|cannot|can't|could not|couldn't|unable|fail|missing|no module|enoent`)
	lacksModule = late.Regexp(`No module named '([^'.]+)`)
)

// LostFile returns what a program may do that did not find a file, by its own words, which is where its bot is: it does
// not start there, and if it is one file and confined, it sees nothing else of that folder. It is "" for any other.
func LostFile(c executable.Command, confined bool, said string) string {
	info, err := os.Stat(c.Path)
	if err != nil || !lacksFile().MatchString(said) {
		return ""
	}
	folder := c.Path
	if !info.IsDir() {
		folder = filepath.Dir(c.Path)
	}
	isAlone := confined && !info.IsDir()
	name := namedIn(folder, said, isAlone, c.Args)
	switch {
	case name == "" || isAlone && c.Called != "":
		return ""
	case isAlone:
		return safe.Name(name) + " is beside it, which a bot of one file does not see: " + howToHaveFolder(c.Path)
	}
	return safe.Name(name) +
		" is in the bot's folder, where no bot starts: open it below the folder that ARENA_BOT_DIR names"
}

// howToHaveFolder is the hint to play a folder in place of one file. It names no path, as verdicts are for others, too.
func howToHaveFolder(file string) string {
	ending := filepath.Ext(file)
	if stem := strings.TrimSuffix(filepath.Base(file), ending); stem != "main" && stem != "bot" {
		return "have both in a folder, this one as " + safe.Name("main"+ending) + ", and type the folder"
	}
	return "type its folder, and not the file"
}

// namedIn returns the name of a file in a folder, other than the arguments of the program, that a text names. Of
// modules, only some languages tell the name of the file.
func namedIn(folder, said string, modules bool, args []string) string {
	if found := lacksModule().FindStringSubmatch(said); found != nil {
		for _, name := range []string{found[1] + ".py", found[1]} {
			if _, err := os.Lstat(filepath.Join(folder, name)); err == nil && modules {
				return name
			}
		}
		return ""
	}
	words := strings.FieldsFunc(said, func(r rune) bool { return strings.ContainsRune(" \t'\"`‘’“”,()[]<>=", r) })
	for _, word := range words {
		name := strings.TrimRight(word, ".:;!?")
		if path.IsAbs(name) && modules { // as the bot sees it, with slashes also where this machine has others
			name = path.Base(name)
		}
		if !filepath.IsLocal(name) || isArgument(filepath.Join(folder, name), args) {
			continue
		}
		if info, err := os.Lstat(filepath.Join(folder, name)); err == nil && info.Mode().IsRegular() {
			return name
		}
	}
	return ""
}

func isArgument(path string, args []string) bool {
	for _, arg := range args {
		if arg == path {
			return true
		}
	}
	return false
}
