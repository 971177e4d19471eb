package remote

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/pack"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/trust"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/wire"
	"github.com/botarena/arena/internal/process/sys"
)

// packing is a league with one bot that came in a package. Nothing of it is ever started.
type packing struct {
	*stock

	t      *testing.T
	shelf  *fakeShelf
	said   []string
	file   []byte // the package
	path   string // in the league's folder
	joined store.Entrant
	now    time.Time
}

func content(path, text string) botfile.Content {
	return botfile.Content{Path: path, Open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(text)), nil
	}}
}

// program is one for this system.
func program(text string) botfile.Content {
	c := content("", text)
	c.OS, c.Arch = runtime.GOOS, runtime.GOARCH
	return c
}

func keyOf(t *testing.T, person string) ssh.Signer {
	t.Helper()
	seed := make([]byte, ed25519.SeedSize)
	copy(seed, person)
	key, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed))
	require.NoError(t, err)
	return key
}

// packed returns the package of a bot, signed by a person unless that is "".
func packed(t *testing.T, person, start string, contents ...botfile.Content) []byte {
	t.Helper()
	parcel, err := botfile.NewParcel(contents)
	require.NoError(t, err)
	var sign botfile.Sign
	if person != "" {
		sign = func(text []byte) ([]byte, error) { return trust.Sign(text, keyOf(t, person)) }
	}
	var file bytes.Buffer
	require.NoError(t, parcel.Write(&file, botfile.Manifest{Name: "zorg", Kind: "program", Start: start}, sign))
	return file.Bytes()
}

// joins lets the bot of a package join a league, as package admission does.
func joins(t *testing.T, file []byte, values string) *packing {
	t.Helper()
	p := &packing{
		t: t, file: file, now: time.Unix(1e9, 0), shelf: &fakeShelf{has: make(map[wire.Digest]bool), sent: make(blobs)},
	}
	folder := league.Folder(t.TempDir())
	_, err := folder.Make()
	require.NoError(t, err)
	draft := filepath.Join(t.TempDir(), "zorg.bot")
	require.NoError(t, os.WriteFile(draft, file, 0o600))
	finder := find.Finder{Unpack: t.TempDir(), Admit: func(_ context.Context, f *pack.File) error {
		p.joined.Package = f.Digest
		if f.Signer != nil {
			p.joined.Signer = trust.Fingerprint(f.Signer)
		}
		return nil
	}}
	found, err := finder.Find(t.Context(), draft+values)
	require.NoError(t, err)
	found, err = folder.Bring(t.Context(), finder, found, Fits)
	require.NoError(t, err)
	p.joined.Name, p.joined.Typed, p.joined.Program = "zorg", found.Typed, found.SHA256
	p.path = filepath.Join(folder.Packages(), hex.EncodeToString(p.joined.Package[:])+botfile.Ending)
	require.NoError(t, os.WriteFile(p.path, file, 0o600))
	p.begin(Options{Folder: folder, Kept: t.TempDir()})
	return p
}

// begin begins with what an earlier run of the league has left.
func (p *packing) begin(o Options) {
	o.Now = func() time.Time { return p.now }
	o.Say = func(sentence string) { p.said = append(p.said, sentence) }
	o.Entrant = func(context.Context, string, [32]byte) (store.Entrant, error) { return p.joined, nil }
	p.stock = newStock(p.shelf, o)
}

// seat returns what a worker is told.
func (p *packing) seat() seat {
	p.t.Helper()
	to := seat{Name: "zorg", Program: p.joined.Program}
	require.NoError(p.t, p.bring(p.t.Context(), store.Key{1}, &to))
	return to
}

// requireCopy requires that workers get a copy of the bot, which they find.
func (p *packing) requireCopy() {
	p.t.Helper()
	to := p.seat()
	require.False(p.t, to.isPackage())
	require.Empty(p.t, to.Signer)
	require.NotEqual(p.t, p.file, p.shelf.sent[wire.Digest(to.Archive)])
	release, err := newPlayer(p.t).bring(p.t.Context(), "orkisland", to, p.shelf.sent.fetch)
	require.NoError(p.t, err)
	release()
	left, err := filepath.Glob(filepath.Join(p.folder, ".*"))
	require.NoError(p.t, err)
	require.Empty(p.t, left)
}

const spread = `[{"name": "spread", "default": 3, "low": 0, "high": 10, "integer": true}]`

// TestAPackageComesAsItsAuthorHasSignedIt to a worker, byte by byte, which finds the program in it that joined.
func TestAPackageComesAsItsAuthorHasSignedIt(t *testing.T) {
	tier.Needs(t, "sh")
	if runtime.GOOS == "windows" {
		t.Skip("needs sh")
	}
	for name, test := range map[string]struct {
		file   []byte
		values string
	}{
		"program":  {packed(t, "anna", "zorg", program("a program")), ""},
		"unsigned": {packed(t, "", "zorg", program("a program")), ""},
		"script":   {packed(t, "anna", "zorg.sh", content("zorg.sh", "exit\n"), content("arena.sh", "# SDK\n")), ""},
		"folder":   {packed(t, "anna", "", content("main.sh", "exit\n"), content("data/a", "a")), ""},
		"values":   {packed(t, "anna", "", content("main.sh", "exit\n"), content("params.json", spread)), ":spread=4"},
		"bot.txt":  {packed(t, "anna", "", content("bot.txt", "run sh x.sh\n"), content("x.sh", "exit\n")), ""},
		"people": {packed(t, "anna", "zorg", program("a program"),
			botfile.Content{Path: "LICENSE", ForPeople: true, Open: content("", "MIT").Open}), ""},
	} {
		t.Run(name, func(t *testing.T) {
			league := joins(t, test.file, test.values)
			to := league.seat()
			require.Equal(t, digest(league.joined.Package), to.Package)
			require.Equal(t, league.joined.Signer, to.Signer)
			require.Equal(t, "package.bot"+test.values, to.Path)
			require.EqualValues(t, test.file, league.shelf.sent[wire.Digest(to.Archive)])

			p := newPlayer(t)
			release, err := p.bring(t.Context(), "orkisland", to, league.shelf.sent.fetch)
			require.NoError(t, err)
			kept, err := filepath.Glob(filepath.Join(p.options.Cache.folder, "*", packageName))
			require.NoError(t, err)
			require.Len(t, kept, 1)
			came, err := os.ReadFile(kept[0])
			require.NoError(t, err)
			require.Equal(t, test.file, came)
			require.Equal(t, sys.FolderSize(filepath.Dir(kept[0])), p.options.Cache.all[to.kept()].size)
			_, err = p.find(t.Context(), "zorg", to.Program)
			require.NoError(t, err)
			release()
			release, err = p.bring(t.Context(), "orkisland", to, blobs{}.fetch)
			require.NoError(t, err, "it is here")
			release()
			require.Empty(t, league.said)
			left, err := filepath.Glob(filepath.Join(league.folder, ".*"))
			require.NoError(t, err)
			require.Empty(t, left)
		})
	}
}

// TestWhereThePackageIsAnotherProgram workers get a copy: the league has given it a bot.txt.
func TestWhereThePackageIsAnotherProgram(t *testing.T) {
	league := joins(t, packed(t, "anna", "zorg", program("a program"), content("data", "of its own")), "")
	league.requireCopy()
	require.Empty(t, league.said)
	require.Equal(t, 1, league.shelf.put)
}

// TestAPackageThatIsNotAsTheStoreSays does not go to workers, and the organiser is told once.
func TestAPackageThatIsNotAsTheStoreSays(t *testing.T) {
	file := packed(t, "anna", "zorg", program("a program"))
	damaged := bytes.Clone(file)
	damaged[len(damaged)/2]++
	for want, now := range map[string][]byte{
		"no such file":                    nil,
		"signed by \"" + finger(t, "eve"): packed(t, "eve", "zorg", program("a program")),
		"its package is not signed":       packed(t, "", "zorg", program("a program")),
		"damaged":                         damaged,
		"is another package":              packed(t, "anna", "zorg", program("another")),
	} {
		league := joins(t, file, "")
		require.NoError(t, os.Remove(league.path))
		if now != nil {
			require.NoError(t, os.WriteFile(league.path, now, 0o600))
		}
		league.requireCopy()
		league.requireCopy()
		require.Len(t, league.said, 1)
		require.Contains(t, league.said[0], "zorg: workers get a copy of it, and can't check who has signed it: ")
		if runtime.GOOS != "windows" || now != nil {
			require.Contains(t, league.said[0], want)
		}
	}
}

func finger(t *testing.T, person string) string {
	t.Helper()
	return trust.Fingerprint(keyOf(t, person).PublicKey())
}

// TestAPackageTooLargeForTheServer goes as a copy, which has nothing for other systems.
func TestAPackageTooLargeForTheServer(t *testing.T) {
	league := joins(t, packed(t, "anna", "zorg", program("a program")), "")
	require.NoError(t, os.Truncate(league.path, wire.MostProgram+1))
	league.requireCopy()
	require.Empty(t, league.said)
}

// TestAServerThatTakesNoPackage gets no copy instead.
func TestAServerThatTakesNoPackage(t *testing.T) {
	league := joins(t, packed(t, "anna", "zorg", program("a program")), "")
	league.shelf.broken = errUnwanted
	to := seat{Name: "zorg", Program: league.joined.Program}
	require.ErrorIs(t, league.bring(t.Context(), store.Key{1}, &to), errUnwanted)
	league.shelf.broken = nil
	require.True(t, league.seat().isPackage())
}

// TestAPackageIsRemembered, so that it is looked at once as long as the server has it.
func TestAPackageIsRemembered(t *testing.T) {
	league := joins(t, packed(t, "anna", "zorg", program("a program")), "")
	to := league.seat()
	require.NoError(t, os.Remove(league.path))
	league.begin(Options{Folder: league.league, Kept: league.folder})
	require.Equal(t, to, league.seat())
	require.Equal(t, 1, league.shelf.put)
	clear(league.shelf.has)
	league.requireCopy()
}

// TestPlayerRefusesPackages that are not what the league says. None of them is kept.
func TestPlayerRefusesPackages(t *testing.T) {
	file := packed(t, "anna", "zorg", program("a program"))
	honest := joins(t, file, "").seat()
	entries, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	at, err := entries.File[2].DataOffset() // after manifest and signature
	require.NoError(t, err)
	damaged := bytes.Clone(file)
	damaged[at+5]++
	for name, test := range map[string]struct {
		file   []byte
		change func(*seat)
		want   string
		kept   bool // its form and its signature are right
	}{
		"another key": {
			packed(t, "eve", "zorg", program("a program")), func(*seat) {},
			`signed by "` + finger(t, "eve") + `"`, false,
		},
		"no key":          {packed(t, "", "zorg", program("a program")), func(*seat) {}, "its package is not signed", false},
		"key not told":    {file, func(s *seat) { s.Signer = "" }, "the league says that it is not signed", false},
		"another package": {packed(t, "anna", "zorg", program("another")), func(*seat) {}, "another package", false},
		"cut off":         {file[:len(file)-1], func(*seat) {}, "damaged", false},
		"damaged":         {damaged, func(*seat) {}, "damaged", true},
		"another program": {file, func(s *seat) { s.Program[0]++ }, "what was fetched is another program", false},
	} {
		t.Run(name, func(t *testing.T) {
			p, to := newPlayer(t), honest
			to.Archive = sum(test.file)
			test.change(&to)
			_, err := p.bring(t.Context(), "orkisland", to, blobs{wire.Digest(to.Archive): test.file}.fetch)
			require.ErrorContains(t, err, test.want)
			_, err = p.find(t.Context(), "zorg", to.Program)
			require.Error(t, err)
			_, err = os.Stat(filepath.Join(p.options.Cache.folder, to.kept().String()))
			require.Equal(t, test.kept, err == nil)
		})
	}
}

// TestAPackageThatIsHereIsComparedWithEachMatch: a league can't name another key later on.
func TestAPackageThatIsHereIsComparedWithEachMatch(t *testing.T) {
	file := packed(t, "anna", "zorg", program("a program"))
	p, to := newPlayer(t), joins(t, file, "").seat()
	sent := blobs{wire.Digest(to.Archive): file}
	release, err := p.bring(t.Context(), "orkisland", to, sent.fetch)
	require.NoError(t, err)
	release()
	to.Signer = finger(t, "eve")
	_, err = p.bring(t.Context(), "orkisland", to, sent.fetch)
	require.ErrorContains(t, err, "signed by")
}

// TestAnArchiveIsNeverTakenForAPackage, though a league sends a package under the digest of an archive that is here.
func TestAnArchiveIsNeverTakenForAPackage(t *testing.T) {
	p, folder := newPlayer(t), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "zorg"), []byte("zorg"), 0o700)) //nolint:gosec // a bot
	var archive writes
	d, err := packFolder(folder, "zorg", &archive)
	require.NoError(t, err)
	sent := blobs{wire.Digest(d): archive}
	release, err := p.bring(t.Context(), "orkisland",
		seat{Name: "zorg", Program: sum([]byte("zorg")), Archive: d, Path: "zorg"}, sent.fetch)
	require.NoError(t, err)
	release()
	_, err = p.bring(t.Context(), "orkisland", seat{Name: "zorg", Archive: d, Path: packageName, Package: digest{1}},
		sent.fetch)
	require.ErrorContains(t, err, "damaged")
}
