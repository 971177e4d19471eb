package cli

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/botarena/arena/internal/words"
)

// refusal is why a submission was refused, for its author.
type refusal struct{ reason, hint string }

// refusal puts an error into words for the author of a submission, who has called the file as it is
// called in the inbox, and is not to learn where the league is.
func (l *openLeague) refusal(path string, why error) refusal {
	name := filepath.Base(path)
	authors := name
	if submitterOf(name) == byWire {
		authors = "FILE" // only the league calls it so
	}
	plain := func(text string) string {
		text = strings.TrimPrefix(strings.ReplaceAll(text, path, name), name+": ")
		return l.withoutPaths(strings.ReplaceAll(text, name, authors))
	}
	return refusal{plain(why.Error()), plain(hintOf(why))}
}

func (r refusal) text() string {
	text := r.reason + "\n"
	if r.hint != "" {
		text += "hint: " + r.hint + "\n"
	}
	return text
}

// withoutPaths leaves only the names of files in the folder of the league.
func (l *openLeague) withoutPaths(text string) string {
	inside := `[/\\](?:bots|packages|inbox|incoming)(?:[/\\][^/\\\s"':]*)*`
	for _, folder := range []string{absolute(string(l.folder)), string(l.folder)} {
		text = regexp.MustCompile(regexp.QuoteMeta(filepath.Clean(folder))+inside).ReplaceAllStringFunc(text, func(path string) string {
			return words.Name(filepath.Base(path))
		})
	}
	return text
}

// absolute returns a path that does not depend on the current folder, if that is known.
func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}
