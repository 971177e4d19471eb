package botfile_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/pack/botfile"
)

func TestPathsMeanTheSameOnEverySystem(t *testing.T) {
	for _, path := range []string{"bot.py", "a/b/c/d/e/f/g/h", "data/weights-2.bin", "_x", "a+b=c,d@e"} {
		require.NoError(t, botfile.CheckPath(path), path)
	}
	for _, path := range []string{
		"", "/bot.py", "a//b", "a/", ".", "..", "../x", "a/../b", "a/./b", ".venv/bin/python", "a/.git", `a\b`, `..\x`, "C:x",
		"C:/x",
		"x:stream", "con", "CON", "nul.txt", "a/Aux.h", "com1", "lpt9.x", "end.", "end ", " x", "a b", "a\nb", "a\x00b",
		"grün", "a/b/c/d/e/f/g/h/i",
		strings.Repeat("x", 121), "$HOME", "~/x", "a*", "a?", "a|b", "<x>", `"x"`, "-rf", "x\u202e",
	} {
		require.Error(t, botfile.CheckPath(path), "%q", path)
	}
}

func TestContentsThatMakeNoPackage(t *testing.T) {
	file := func(path string) botfile.Content { return botfile.Content{Path: path, Open: text("x")} }
	program := botfile.Content{OS: "linux", Arch: "amd64", Open: text("x")}
	many := make([]botfile.Content, botfile.MaxFiles+1)
	for i := range many {
		many[i] = file(fmt.Sprint("x", i))
	}
	programs := make([]botfile.Content, botfile.MaxPrograms+1)
	for i := range programs {
		programs[i] = botfile.Content{OS: "linux", Arch: fmt.Sprint("x", i), Open: text("x")}
	}
	long := botfile.Content{Path: "README.md", ForPeople: true, Open: text(strings.Repeat("x", botfile.MaxText+1))}
	for want, contents := range map[string][]botfile.Content{
		`"bot.py": there are two files of this name`:     {file("bot.py"), file("Bot.py")},
		`"bot": a file and a folder`:                     {file("bot"), file("Bot/x")},
		`"Bot": a file and a folder`:                     {file("Bot"), file("bot/x")},
		`"zorg": there are two files of this name`:       {program, file("zorg")},
		`more than 256 files`:                            many,
		`more than 16 programs`:                          programs,
		`README.md: has 65537 bytes, and may have 65536`: {program, long},
		`there is no bot in it`:                          {{Path: "README.md", ForPeople: true, Open: text("x")}},
		`"README.md" does not belong there`: {
			program,
			{Path: "README.md", ForPeople: true, Executable: true, Open: text("x")},
		},
		`not in order`: {program, program},
	} {
		t.Run(want, func(t *testing.T) {
			m := botfile.Manifest{Name: "zorg", Kind: "Go"}
			if contents[0].OS != "" {
				m.Start = "zorg"
			}
			parcel, err := botfile.NewParcel(contents)
			require.NoError(t, err)
			require.ErrorContains(t, parcel.Write(io.Discard, m, nil), want)
		})
	}
}

// TestTheStartIsInThePackage: a manifest may say which file is the bot.
func TestTheStartIsInThePackage(t *testing.T) {
	parcel, err := botfile.NewParcel([]botfile.Content{
		{Path: "bot.py", Open: text("x")}, {Path: "data.txt", Open: text("x")},
	})
	require.NoError(t, err)
	m := botfile.Manifest{Name: "zorg", Kind: "Python", Start: "other.py"}
	require.ErrorContains(t, parcel.Write(io.Discard, m, nil), "there is no bot in it")
	m.Start = "bot.py"
	require.NoError(t, parcel.Write(io.Discard, m, nil))
}

// Each file may be large, but not all of them.
func TestAllFilesTogetherAreLimited(t *testing.T) {
	m := botfile.Manifest{Format: botfile.Format, Name: "zorg", Kind: "Python"}
	for _, name := range []string{"files/a", "files/b"} {
		half := botfile.Entry{File: name, Size: botfile.MaxAllFiles / 2, SHA256: hex64("x")}
		m.Files = append(m.Files, botfile.File{Entry: half})
	}
	require.NoError(t, m.Check())
	m.Files[1].Size++
	require.EqualError(t, m.Check(), "its files are larger than 128 MB")
}
