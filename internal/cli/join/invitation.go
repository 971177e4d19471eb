package join

import (
	"bufio"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/plaintext"
	"github.com/botarena/arena/internal/league/members"

	"github.com/botarena/arena/internal/cli/shell"
)

// mostInvitation is how many bytes a file with an invitation may have.
const mostInvitation = 4096

// readInvitation reads an invitation as typed: the line, a file with it, or - for standard input.
func readInvitation(typed string, stdin io.Reader) (members.Invitation, error) {
	if strings.Contains(typed, "arena://") {
		return members.ParseInvitation(typed)
	}
	from := stdin
	if typed != "-" {
		if !files.IsFile(typed) {
			return members.Invitation{}, shell.Misused("an invitation is arena://…, in quotes, or the name of a file with it",
				"%s: neither an invitation nor a file with one", typed)
		}
		file, err := os.Open(typed)
		if err != nil {
			return members.Invitation{}, err
		}
		defer file.Close() //nolint:errcheck // only read
		from = file
	}
	return pasted(typed, from)
}

// pasted reads lines until they are an invitation: mails break it, and who pastes it should not have
// to end the input.
func pasted(typed string, from io.Reader) (members.Invitation, error) {
	lines, read := bufio.NewReader(io.LimitReader(from, mostInvitation)), ""
	for {
		line, end := lines.ReadString('\n')
		read += line
		i, err := members.ParseInvitation(string(plaintext.Of([]byte(read))))
		switch {
		case err == nil:
			return i, nil
		case end != nil && !errors.Is(end, io.EOF):
			return members.Invitation{}, end
		case end != nil && strings.TrimSpace(string(plaintext.Of([]byte(read)))) == "":
			return members.Invitation{}, shell.Misused("the organiser gets one from arena league invite",
				"%s: there is no invitation in it", typed)
		case end != nil:
			return members.Invitation{}, err
		}
	}
}
