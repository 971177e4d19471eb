package join

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/plaintext"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/internal/web/submissions"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/leagues"
)

// readLink reads a link to the page of a league: as typed, from a file, or from the first line of the standard input.
// It says if others may read the link, too.
func readLink(s *shell.Shell, typed string, stdin io.Reader) (*submissions.Client, error) {
	text := typed
	switch {
	case typed == "-":
		line, err := bufio.NewReader(io.LimitReader(stdin, mostInvitation)).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		text = line
	case !strings.Contains(typed, "://"):
		if !files.IsFile(typed) {
			return nil, shell.Misused(wholeLink, "%s: neither an invitation nor a file with one", typed)
		}
		file, err := shell.ReadFile(typed, mostInvitation)
		if err != nil {
			return nil, err
		}
		text = string(file)
	}
	text = string(plaintext.Of([]byte(text)))
	page, is := submissions.NewClient(text, func(sentence string) { leagues.Note(s, sentence) })
	switch {
	case is && page.Page.Scheme == "http" && page.Page.Hostname() != "127.0.0.1" && page.Page.Hostname() != "localhost":
		leagues.Note(s, page.Page.Host+": without https, who is on the way can read the link")
		return page, nil
	case is:
		return page, nil
	case strings.Contains(text, "arena://"):
		return nil, shell.Misused("type the address of the league's page, #submit=, and what is behind the dot of the line",
			"a line arena://… is for workers; bots are handed in on the page of the league")
	case strings.Contains(text, "://"):
		return nil, shell.Misused(wholeLink, "the link has no #submit= and letters behind it")
	}
	return nil, shell.Misused(wholeLink, "%s: there is no invitation in it", typed)
}

// wholeLink is how a link is typed.
const wholeLink = "put it in quotes, whole: 'https://course.school.edu/#submit=…'"

// settled tells what has become of a bot.
func (o *submitOptions) settled(s *shell.Shell, fate playground.Fate) error {
	if fate.Admitted {
		fmt.Fprintln(s.Out, safe.Outside(fate.Text))
		return nil
	}
	for _, line := range fate.Lines {
		fmt.Fprintln(s.Err, safe.Outside(line))
	}
	return hint.New(o.file, "refused: "+safe.Outside(fate.Text).String(), safe.Outside(fate.Hint).String())
}

// handed reads a file, or the files of a folder.
func (o *submitOptions) handed() (files []submissions.File, err error) {
	full, err := filepath.Abs(o.file)
	if err != nil {
		return nil, err
	}
	left := int64(playground.MostSubmitted)
	err = filepath.WalkDir(full, func(at string, entry fs.DirEntry, err error) error {
		hidden := at != full && language.IsClutter(entry.Name())
		switch {
		case err != nil:
			return err
		case hidden && entry.IsDir():
			return filepath.SkipDir
		case hidden || entry.IsDir():
			return nil
		case !entry.Type().IsRegular():
			return hint.New("", entry.Name()+" is not a file", "leave it out, or put what it leads to in its place")
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if left -= info.Size(); left < 0 {
			return hint.New("", fmt.Sprintf("is larger than %d MB", playground.MostSubmitted>>20),
				"leave out what it does not need to play")
		}
		data, err := os.ReadFile(at)
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(filepath.Dir(full), at)
		files = append(files, submissions.File{Path: path.Clean(filepath.ToSlash(inside)), Data: data})
		return err
	})
	if err == nil && len(files) == 0 {
		err = hint.New("", "there is no file in it", "")
	}
	if err != nil {
		return nil, shell.FileError(o.file, err)
	}
	return files, nil
}
