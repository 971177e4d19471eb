package botfile

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/botarena/arena/engine"
)

var (
	versionForm = form{digits + capital + small, digits + capital + small + ".+-", 20}
	systemForm  = form{small + digits, small + digits, 16}
	gameForm    = form{small, small + digits, 32}
	goForm      = form{digits + capital + small + ".+_ -", digits + capital + small + ".+_ -", 60}
	sumForm     = form{digits + "abcdef", digits + "abcdef", 64}
)

// isGo reports whether a text is a version of Go, as Go says it.
func isGo(version string) bool {
	number, released := strings.CutPrefix(version, "go")
	if !released {
		number, released = strings.CutPrefix(version, "devel ")
	}
	return released && goForm.fits(number)
}

// isSum reports whether a text is a SHA-256 in hexadecimal.
func isSum(text string) bool { return len(text) == sumForm.most && sumForm.fits(text) }

// IsVersion reports whether a bot can have this version.
func IsVersion(version string) bool { return versionForm.fits(version) }

// The longest texts of a manifest, in characters, and the most games.
const (
	maxLine  = 200
	maxGames = 64
)

// Check reports the fault of a manifest whose files are known.
func (m Manifest) Check() error {
	switch {
	case m.Format != Format:
		return fmt.Errorf("format %d", m.Format)
	case !IsName(m.Name):
		return fmt.Errorf("a name must have 1 to %d small letters, digits and hyphens", engine.MaxName)
	case m.Version != "" && !IsVersion(m.Version):
		return errors.New("a version must have at most 20 letters, digits, points, pluses and hyphens")
	case m.Build != nil && !isGo(m.Build.Go):
		return errors.New("that is not a version of Go")
	case len(m.Games) > maxGames:
		return fmt.Errorf("more than %d games", maxGames)
	}
	lines := []string{m.Author, m.About, m.Licence, m.Kind, m.SDK}
	if m.Build != nil {
		lines = append(lines, m.Build.Go, m.Build.Flags)
	}
	for _, line := range lines {
		if utf8.RuneCountInString(line) > maxLine || engine.Printable(line) != line || strings.Contains(line, "\t") {
			return fmt.Errorf("%.40q… is not a line of at most %d characters", line, maxLine)
		}
	}
	for _, game := range slices.Sorted(maps.Keys(m.Games)) {
		if !gameForm.fits(game) {
			return fmt.Errorf("%.40q is not the name of a game", game)
		}
	}
	return errors.Join(m.checkPrograms(), m.checkFiles(), m.checkStart())
}

func (m Manifest) checkPrograms() error {
	if len(m.Programs) > MaxPrograms {
		return fmt.Errorf("more than %d programs", MaxPrograms)
	}
	before := ""
	for _, p := range m.Programs {
		switch {
		case !systemForm.fits(p.OS) || !systemForm.fits(p.Arch):
			return fmt.Errorf("%.40q is not a system", p.System())
		case p.File != programFile(p.OS, p.Arch):
			return fmt.Errorf("%.40q is not where the program for %s is", p.File, p.System())
		case p.File <= before:
			return fmt.Errorf("%s: not in order", p.File)
		}
		if err := p.check(MaxProgram); err != nil {
			return err
		}
		before = p.File
	}
	return nil
}

// programsPrefix begins the names of programs in the archive.
const programsPrefix = "bin/"

func programFile(goos, goarch string) string { return programsPrefix + goos + "-" + goarch }

func (m Manifest) checkFiles() error {
	if len(m.Files) > MaxFiles {
		return fmt.Errorf("more than %d files", MaxFiles)
	}
	before, all := "", int64(0)
	var paths []string
	for _, f := range m.Files {
		most := int64(MaxAllFiles)
		path, inFolder := f.Path()
		switch {
		case inFolder:
			if err := CheckPath(path); err != nil {
				return err
			}
			paths = append(paths, path)
		case !IsForPeople(f.File) || f.Executable:
			return fmt.Errorf("%.40q does not belong there", f.File)
		default:
			most = MaxText
		}
		if f.File <= before {
			return fmt.Errorf("%s: not in order", f.File)
		}
		if err := f.check(most); err != nil {
			return err
		}
		before = f.File
		if all += f.Size; all > MaxAllFiles {
			return fmt.Errorf("its files are larger than %d MB", MaxAllFiles>>20)
		}
	}
	if len(m.Programs) > 0 {
		if err := CheckPath(m.Start); err != nil {
			return err
		}
		paths = append(paths, m.Start)
	}
	return CheckApart(paths)
}

// checkStart finds out whether there is a bot.
func (m Manifest) checkStart() error {
	if len(m.Programs) > 0 {
		return nil // checkFiles looks at it
	}
	starts := func(f File) bool {
		path, inFolder := f.Path()
		return inFolder && (m.Start == "" || m.Start == path)
	}
	if !slices.ContainsFunc(m.Files, starts) {
		return errors.New("there is no bot in it")
	}
	return nil
}

func (e Entry) check(most int64) error {
	switch {
	case e.Size < 0 || e.Size > most:
		return fmt.Errorf("%s: has %d bytes, and may have %d", e.File, e.Size, most)
	case !isSum(e.SHA256):
		return fmt.Errorf("%s: has no SHA-256", e.File)
	}
	return nil
}

// filesPrefix begins the names of files in the archive that are parts of the bot.
const filesPrefix = "files/"

// Path returns where the file is in the folder of the bot. A file for people is not there.
func (f File) Path() (path string, inFolder bool) { return strings.CutPrefix(f.File, filesPrefix) }

// IsForPeople reports whether a name is that of a file for people, and no part of the bot.
func IsForPeople(name string) bool { return name == "LICENSE" || name == "README.md" }

const (
	maxPath  = 120 // characters
	maxDepth = 8   // names in a path
)

var (
	// partForm has what every file system takes for the same name. No name begins with a
	// point, as those of tools do, which the arena would not count to the bot, or with a
	// hyphen, as an option of a command does.
	partForm = form{capital + small + digits + "_+@=,", capital + small + digits + "_+@=,.-", 0}
	// devices are the names of those on Windows, whatever they end in; the last two have a digit behind them.
	devices = []string{"con", "prn", "aux", "nul", "com", "lpt"}
)

// CheckPath reports why a file can't have this path in a package: it must mean the same on
// every system, and nothing outside of the folder.
func CheckPath(path string) error {
	parts := strings.Split(path, "/")
	if len(path) > maxPath || len(parts) > maxDepth {
		return fmt.Errorf("%.40q…: a path has at most %d characters and %d names", path, maxPath, maxDepth)
	}
	for _, part := range parts {
		switch {
		case !partForm.fits(part) || strings.HasSuffix(part, "."):
			return fmt.Errorf("%q: a name has letters, digits and _ + @ = , - . only, and neither begins nor ends with a point",
				path)
		case isDevice(part):
			return fmt.Errorf("%q: the name of a device on Windows", path)
		}
	}
	return nil
}

// CheckApart finds paths that would be one file on some system, or file and folder.
func CheckApart(paths []string) error {
	files, folders := map[string]bool{}, map[string]bool{}
	for _, path := range paths {
		small := strings.ToLower(path)
		if files[small] {
			return fmt.Errorf("%q: there are two files of this name", path)
		}
		files[small] = true
		for i, c := range small {
			if c == '/' {
				folders[small[:i]] = true
			}
		}
	}
	for _, path := range paths {
		if folders[strings.ToLower(path)] {
			return fmt.Errorf("%q: a file and a folder", path)
		}
	}
	return nil
}

// isDevice reports whether Windows takes a name for that of a device.
func isDevice(name string) bool {
	stem, _, _ := strings.Cut(strings.ToLower(name), ".")
	i := slices.IndexFunc(devices, func(device string) bool { return strings.HasPrefix(stem, device) })
	if i < 0 {
		return false
	}
	number := stem[len(devices[i]):]
	if i < 4 {
		return number == ""
	}
	return len(number) == 1 && strings.Contains(digits, number)
}

const (
	digits  = "0123456789"
	small   = "abcdefghijklmnopqrstuvwxyz"
	capital = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// form is what a text has to look like: its first character, those that follow, and how many there are at most. It
// does what a regular expression would, whose package would be a hundred kilobytes of the arena in a browser.
type form struct {
	first, rest string
	most        int // 0: however many
}

// fits reports whether a text has the form. One without a character never does.
func (f form) fits(text string) bool {
	return text != "" && (f.most == 0 || len(text) <= f.most) && strings.IndexByte(f.first, text[0]) >= 0 &&
		strings.Trim(text[1:], f.rest) == ""
}
