package find_test

import (
	"bytes"
	"context"
	"debug/elf"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// says returns what asks a bot that says this.
func says(said host.Description) find.Asks {
	return func(context.Context, find.Bot) (host.Description, error) { return said, nil }
}

// unasked fails if a bot is asked.
func unasked(t *testing.T) find.Asks {
	return func(context.Context, find.Bot) (host.Description, error) {
		t.Error("was asked")
		return host.Description{}, nil
	}
}

// made makes a package of the script zorg.sh.
func made(t *testing.T, m botfile.Manifest, ask find.Asks) (*pack.Built, error) {
	t.Helper()
	inFolder(t, map[string]string{"bots/zorg.sh": "exit\n"})
	t.Setenv("TMPDIR", t.TempDir())
	finder := find.Finder{
		Builder: build.Builder{Cache: t.TempDir(), Terms: sandbox.Terms{Level: sandbox.None}}, Dir: "bots",
	}
	p, err := finder.Pack(t.Context(), "zorg.sh", m, pack.Options{}, ask)
	left, listed := os.ReadDir(os.Getenv("TMPDIR"))
	require.NoError(t, listed)
	require.Empty(t, left, "nothing is left behind")
	return p, err
}

// TestABotIsAskedAsItIsInThePackage, whoever is trusted: it is the user's own.
func TestABotIsAskedAsItIsInThePackage(t *testing.T) {
	tier.Needs(t, "sh")
	var asked find.Bot
	p, err := made(t, botfile.Manifest{Name: "mine"}, func(_ context.Context, b find.Bot) (host.Description, error) {
		asked = b
		return host.Description{
			Version: "1.4", SDK: "0.9", Games: map[string]int{"moria": 3}, AnyGame: true, Name: "another",
		}, nil
	})
	require.NoError(t, err)
	require.True(t, asked.Packed)
	require.Equal(t, "mine", asked.Name)
	require.Equal(t, botfile.Manifest{
		Name: "mine", Version: "1.4", Kind: string(language.Shell), Start: "zorg.sh", SDK: "0.9", AnyGame: true,
		Games: map[string]botfile.Game{"moria": {Rules: 3}},
	}, p.Manifest)
}

func TestAVersionThatWasGivenCountsMore(t *testing.T) {
	tier.Needs(t, "sh")
	for given, want := range map[string]string{"": "1.4", "2": "2"} {
		p, err := made(t, botfile.Manifest{Name: "mine", Version: given}, says(host.Description{Version: "1.4"}))
		require.NoError(t, err)
		require.Equal(t, want, p.Manifest.Version)
		require.Nil(t, p.Manifest.Games)
	}
	p, err := made(t, botfile.Manifest{Name: "mine"}, says(host.Description{Version: "of no form"}))
	require.NoError(t, err)
	require.Empty(t, p.Manifest.Version)
}

func TestWhatIsMadeCanBeFound(t *testing.T) {
	tier.Needs(t, "sh")
	signed := []byte(nil)
	p, err := made(t, botfile.Manifest{Name: "mine"}, says(host.Description{}))
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, p.Write(&file, nil))
	require.NoError(t, os.WriteFile("mine.bot", file.Bytes(), 0o600))
	opened, err := pack.Open("mine.bot")
	require.NoError(t, err)
	require.NoError(t, opened.Close())
	require.Len(t, opened.Manifest.Files, 1)

	refused := errors.New("no key")
	err = p.Write(&file, func(text []byte) ([]byte, error) {
		signed = text
		return nil, refused
	})
	require.ErrorIs(t, err, refused)
	require.EqualError(t, err, "mine: can't be packed: no key")
	require.Equal(t, opened.Text, signed)
}

// TestWhatIsWrongInAPackageIsCalledAsItWasTyped, and not by its path in a folder that is gone.
func TestWhatIsWrongInAPackageIsCalledAsItWasTyped(t *testing.T) {
	tier.Needs(t, "sh")
	_, err := made(t, botfile.Manifest{Name: "mine"}, func(_ context.Context, b find.Bot) (host.Description, error) {
		return host.Description{}, unfit.New(b.Typed, "ended at once", "run it by hand")
	})
	require.Equal(t, unfit.New("zorg.sh", "ended at once", "run it by hand"), err)
}

// TestAProgramForAnotherSystemIsNotAsked, and one for this system is called as its package, as nothing else of it
// was typed.
func TestAProgramForAnotherSystemIsNotAsked(t *testing.T) {
	inFolder(t, nil)
	var foreign bytes.Buffer
	require.NoError(t, binary.Write(&foreign, binary.LittleEndian, elf.Header64{
		Ident: [elf.EI_NIDENT]byte{0x7f, 'E', 'L', 'F', byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)},
		Type:  uint16(elf.ET_EXEC), Machine: uint16(elf.EM_RISCV), Version: uint32(elf.EV_CURRENT), Ehsize: 64,
	}))
	require.NoError(t, os.WriteFile("foreign", foreign.Bytes(), 0o700))
	finder := find.Finder{Builder: build.Builder{Cache: t.TempDir()}}
	_, err := finder.Pack(t.Context(), "", botfile.Manifest{Name: "mine"},
		pack.Options{Programs: map[string]string{"linux/riscv64": "foreign"}}, unasked(t))
	require.NoError(t, err)

	own, err := os.Executable()
	require.NoError(t, err)
	here := runtime.GOOS + "/" + runtime.GOARCH
	failed := func(_ context.Context, b find.Bot) (host.Description, error) {
		return host.Description{}, unfit.New(b.Typed, "ended at once", "")
	}
	_, err = finder.Pack(t.Context(), "", botfile.Manifest{Name: "mine"},
		pack.Options{Programs: map[string]string{here: own}}, failed)
	require.Equal(t, unfit.New("mine", "ended at once", ""), err)

	require.True(t, botfile.Manifest{}.RunsOn("linux", "arm64"), "a script runs everywhere")
	elsewhere := botfile.Manifest{Programs: []botfile.Program{{OS: "plan9", Arch: "mips"}}}
	require.True(t, elsewhere.RunsOn("plan9", "mips"))
	require.False(t, elsewhere.RunsOn("plan9", "arm64"))
}

func TestWhatCannotBePackedIsNotAsked(t *testing.T) {
	_, err := made(t, botfile.Manifest{Name: "Mine!"}, unasked(t))
	cannot := new(pack.Error)
	require.ErrorAs(t, err, &cannot)
	require.Equal(t, "Mine!", cannot.Name)
}

func TestAPackageMadeAgainIsComparedWithItsSource(t *testing.T) {
	tier.Needs(t, "sh")
	p, err := made(t, botfile.Manifest{Name: "mine"}, says(host.Description{}))
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, p.Write(&file, nil))
	require.NoError(t, os.WriteFile("mine.bot", file.Bytes(), 0o600))
	opened, err := pack.Open("mine.bot")
	require.NoError(t, err)
	require.NoError(t, opened.Close())

	finder := find.Finder{Dir: "bots"}
	same, err := finder.PackAgain(t.Context(), opened.Manifest, "zorg.sh", nil)
	require.NoError(t, err)
	require.Empty(t, same)
	require.NoError(t, os.WriteFile("bots/zorg.sh", []byte("exit 1\n"), 0o600))
	other, err := finder.PackAgain(t.Context(), opened.Manifest, "zorg.sh", nil)
	require.NoError(t, err)
	require.Equal(t, []botfile.Difference{{File: "files/zorg.sh"}}, other.Differences)
}

func TestTheUsualNameIsThatOfTheFolderOrOfTheFirstProgram(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("Saruman", 0o700))
	t.Chdir("Saruman")
	require.Equal(t, "saruman", pack.Options{}.NameFor("."))
	programs := map[string]string{"linux/amd64": filepath.Join("out", "b"), "darwin/arm64": filepath.Join("out", "a")}
	require.Equal(t, "a", pack.Options{Programs: programs}.NameFor(""))
	require.Equal(t, "x", pack.Options{Programs: programs}.NameFor("x"))
}
