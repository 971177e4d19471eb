package join

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/internal/web/submissions"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/leagues"
)

// readLink reads a link to the page of a league: as typed, from a file, or from the first line of the standard input.
// If there is none, it returns nil, and an input from which nothing was read.
func readLink(typed string, stdin io.Reader, say func(string)) (*submissions.Client, io.Reader, error) {
	text := typed
	switch {
	case typed == "-":
		lines := bufio.NewReader(io.LimitReader(stdin, mostInvitation))
		line, err := lines.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, nil, err
		}
		text, stdin = line, io.MultiReader(strings.NewReader(line), lines)
	case !strings.Contains(typed, "://"):
		file, err := shell.ReadFile(typed, mostInvitation)
		if err != nil {
			return nil, stdin, nil //nolint:nilerr // readInvitation says what is wrong
		}
		text = string(file)
	}
	page, is := submissions.NewClient(text, say)
	if !is && strings.HasPrefix(typed, "http") {
		return nil, nil, shell.Misused("put it in quotes, whole: 'https://course.school.edu/#submit=…'",
			"the link has no #submit= and letters behind it")
	}
	return page, stdin, nil
}

// toPage hands a bot in, and waits for what becomes of it.
func (o *submitOptions) toPage(ctx context.Context, s *shell.Shell, page *submissions.Client) error {
	files, err := o.handed()
	if err != nil {
		return err
	}
	tellUnencrypted(s, page)
	defer s.Err.Clear()
	s.Err.Progress("sending %s", o.file)
	id, err := page.Send(ctx, "", files)
	if err != nil {
		return hint.Wrap(o.file, err)
	}
	s.Err.Clear()
	safe.Fprintf(s.Out, "%s: the league has it, and checks it before it joins\n", o.file)
	if o.leave {
		return nil
	}
	for again := false; ; {
		fate, err := page.Fate(ctx, id)
		switch {
		case ctx.Err() != nil:
			safe.Fprintf(s.Err, "note: %s stays there, and is checked all the same\n", o.file)
			return context.Cause(ctx)
		case err != nil:
			return hint.Wrap(o.file, err)
		case fate.Unknown && !again: // the league was started anew
			again = true
			if id, err = page.Send(ctx, "", files); err != nil {
				return hint.Wrap(o.file, err)
			}
		case fate.Settled:
			s.Err.Clear()
			return o.settled(s, fate)
		default:
			s.Err.Progress("%s: %s", o.file, safe.Outside(fate.Text))
		}
		select {
		case <-ctx.Done():
		case <-time.After(fateTime):
		}
	}
}

// tellUnencrypted says that others may read a link, if they may.
func tellUnencrypted(s *shell.Shell, page *submissions.Client) {
	if page.Page.Scheme == "http" && page.Page.Hostname() != "127.0.0.1" && page.Page.Hostname() != "localhost" {
		leagues.Note(s, page.Page.Host+": without https, who is on the way can read the link")
	}
}

// settled tells what has become of a bot.
func (o *submitOptions) settled(s *shell.Shell, fate playground.Fate) error {
	if fate.Admitted {
		fmt.Fprintln(s.Out, safe.Outside(fate.Text))
		return nil
	}
	for _, line := range fate.Lines {
		fmt.Fprintln(s.Err, safe.Outside(line))
	}
	return hint.New(o.file, "refused: "+safe.Outside(fate.Text).String(), "")
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
