package backup_test

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/backup"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sys"
)

// made makes a league with a bot that plays, one that has left, and an invitation. It returns the invitation.
func made(t *testing.T) (*league.League, members.Invitation) {
	t.Helper()
	f := league.Folder(filepath.Join(t.TempDir(), "l"))
	_, err := f.Make()
	require.NoError(t, err)
	s, err := store.Open(t.Context(), f.Store(), store.Options{})
	require.NoError(t, err)
	_, err = s.BeginLeague(t.Context(), store.League{
		Name: "tuesdays", Secret: []byte("secret"), Keep: "none",
		Tournament: store.Tournament{Format: league.Balanced, First: 7, Conditions: store.Conditions{
			Game: "orkisland", Rules: orkisland.Game.Info().Version, Setup: orkisland.Game.Default().Text(),
			Random: engine.ChaCha8, Limits: host.DefaultLimits().Text(), Sandbox: "none",
		}},
	}, time.Now())
	require.NoError(t, err)
	require.NoError(t, s.Close())
	l, err := league.Open(t.Context(), f, games.All(), store.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, l.Close()) })
	enter(t, l, "zorg")
	enter(t, l, "gone")
	_, err = l.Store.Withdraw(t.Context(), l.ID, "gone")
	require.NoError(t, err)
	require.NoError(t, l.Read(t.Context()))
	i, err := members.Folder(f.Workers()).Invite("anna", "127.0.0.1:1")
	require.NoError(t, err)
	return l, i
}

// enter enters a bot that came in a package, and has the name as its program.
func enter(t *testing.T, l *league.League, name string) {
	t.Helper()
	sum := sha256.Sum256([]byte(name))
	digest := fmt.Sprintf("%x", sum)
	write(t, filepath.Join(l.Folder.Bots(), digest, name), name, 0o755)
	write(t, filepath.Join(l.Folder.Bots(), digest, ".stranger"), "", 0o644)
	write(t, filepath.Join(l.Folder.Packages(), digest+".bot"), "package of "+name, 0o644)
	_, err := l.Store.Enter(t.Context(), l.ID, store.Entrant{
		Entrant: played.Entrant{Name: name, Typed: digest + "/" + name, Program: sum}, Package: sum,
	})
	require.NoError(t, err)
}

func write(t *testing.T, path, text string, mode fs.FileMode) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755)) //nolint:gosec // as in a league
	require.NoError(t, os.WriteFile(path, []byte(text), mode))
}

// filesIn returns the files of a folder by their paths, without the store.
func filesIn(t *testing.T, folder league.Folder) map[string]string {
	t.Helper()
	all := make(map[string]string)
	require.NoError(t, filepath.WalkDir(string(folder), func(at string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(at)
		if strings.HasPrefix(entry.Name(), "league.db") { // and what SQLite keeps beside it
			return err
		}
		inside, _ := filepath.Rel(string(folder), at)
		all[filepath.ToSlash(inside)] = string(text)
		return err
	}))
	return all
}

func TestALeagueIsRestoredAsItWas(t *testing.T) {
	l, invited := made(t)
	for _, person := range []string{"", "-" + strings.Repeat("0b", 8)} {
		submission := strings.Repeat("0a", 16) + person + ".bot"
		write(t, filepath.Join(l.Folder.Inbox(), submission), "submitted", 0o644)
	}
	write(t, filepath.Join(l.Folder.Inbox(), strings.Repeat("0a", 16)+"-"+strings.Repeat("0b", 8)+".zip"), "files", 0o644)
	zorg, kept := l.Folder.SourceOf(l.Entrants[0])
	require.False(t, kept)
	write(t, filepath.Join(zorg, "zorg", "lib", "a.cc"), "source", 0o600)
	want := filesIn(t, l.Folder)
	for _, leaveOut := range []string{
		"league.lock", "health", "inbox/half.bot", "inbox/refused/x.txt", "incoming/upload-1",
		"workers/queues/1", "workers/present.json", "workers/served.json", "workers/workers.lock",
		"bots/.new-1/x", "bots/other/x", "sources/.gone-x/x", "sources/" + strings.Repeat("0c", 32) + "/of-none",
	} {
		delete(want, leaveOut)
		write(t, filepath.Join(string(l.Folder), filepath.FromSlash(leaveOut)), "x", 0o600)
	}
	require.NoError(t, l.Store.SetCheckpoint(t.Context(), l.ID, []byte("checkpoint")))
	home := t.TempDir()
	path := filepath.Join(home, "l.backup")
	require.NoError(t, backup.Write(t.Context(), l, path))
	requireOnly(t, home, "l.backup")

	to := league.Folder(filepath.Join(home, "new"))
	restored, err := backup.Restore(t.Context(), path, to, games.All())
	require.NoError(t, err)
	requireOnly(t, home, "l.backup", "new")
	require.Equal(t, want, filesIn(t, to))
	require.Equal(t, l.League, restored)
	again, err := league.Open(t.Context(), to, games.All(), store.Options{})
	require.NoError(t, err)
	require.Equal(t, l.League, again.League)
	checkpoint, err := again.Store.Checkpoint(t.Context(), again.ID)
	require.NoError(t, err)
	require.Equal(t, "checkpoint", string(checkpoint))
	require.NoError(t, again.Close())

	all, err := members.Folder(to.Workers()).Members()
	require.NoError(t, err)
	require.Equal(t, invited.ID(), all[0].ID)
	bert, err := members.Folder(to.Workers()).Invite("bert", "127.0.0.1:1")
	require.NoError(t, err)
	pin := func(i members.Invitation) string {
		_, secret, _ := strings.Cut(i.String(), "#")
		pin, _, _ := strings.Cut(secret, ".")
		return pin
	}
	require.Equal(t, pin(invited), pin(bert), "of the certificate")
	if runtime.GOOS != "windows" {
		for path, mode := range map[string]fs.FileMode{
			path: 0o600, filepath.Join(to.Workers(), "identity.pem"): 0o600, to.Workers(): 0o700,
			to.Sources(): 0o700,
			filepath.Join(to.Bots(), l.Entrants[0].Typed): 0o755,
		} {
			info, err := os.Stat(path)
			require.NoError(t, err)
			require.Equal(t, mode, info.Mode().Perm(), path)
		}
	}
}

func requireOnly(t *testing.T, folder string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	var has []string
	for _, e := range entries {
		has = append(has, e.Name())
	}
	require.Equal(t, names, has)
}

// TestABackupHasWhatIsThere: what a league can do without may be missing, and nothing else.
func TestABackupHasWhatIsThere(t *testing.T) {
	l, _ := made(t)
	require.NoError(t, os.RemoveAll(filepath.Join(l.Folder.Bots(), league.ProgramOf(l.Entrants[1].Typed))))
	require.NoError(t, os.RemoveAll(l.Folder.Packages()))
	require.NoError(t, os.RemoveAll(l.Folder.Workers()))
	path := filepath.Join(t.TempDir(), "l.backup")
	require.NoError(t, backup.Write(t.Context(), l, path), "none of it is needed to go on")
	_, err := backup.Restore(t.Context(), path, league.Folder(path+"ed"), games.All())
	require.NoError(t, err)

	require.NoError(t, os.RemoveAll(filepath.Join(l.Folder.Bots(), league.ProgramOf(l.Entrants[0].Typed))))
	home := t.TempDir()
	require.ErrorIs(t, backup.Write(t.Context(), l, filepath.Join(home, "l.backup")), fs.ErrNotExist)
	requireOnly(t, home)
}

func TestNothingIsOverwritten(t *testing.T) {
	l, _ := made(t)
	home := t.TempDir()
	path := filepath.Join(home, "l.backup")
	write(t, path, "mine", 0o644)
	require.ErrorIs(t, backup.Write(t.Context(), l, path), fs.ErrExist)
	require.Equal(t, map[string]string{"l.backup": "mine"}, filesIn(t, league.Folder(home)))
	require.NoError(t, os.Remove(path))
	require.NoError(t, backup.Write(t.Context(), l, path))
	_, err := backup.Restore(t.Context(), path, l.Folder, games.All())
	require.ErrorIs(t, err, fs.ErrExist)

	stopped, stop := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	stop(enough)
	require.Error(t, backup.Write(stopped, l, path+"2"))
	_, err = backup.Restore(stopped, path, league.Folder(path+"ed"), games.All())
	require.ErrorIs(t, err, enough)
	requireOnly(t, home, "l.backup")
}

// entry is one of an archive.
type entry struct {
	tar.Header

	text string
}

func entriesOf(t *testing.T, path string) (all []entry) {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close() //nolint:errcheck // only read
	for from := tar.NewReader(file); ; {
		head, err := from.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err)
		text, err := io.ReadAll(from)
		require.NoError(t, err)
		all = append(all, entry{*head, string(text)})
	}
}

// archived writes an archive whose list of entries is right.
func archived(t *testing.T, all []entry) (path string) {
	t.Helper()
	var text, sums bytes.Buffer
	to := tar.NewWriter(&text)
	for _, e := range all {
		if e.Name == "SHA256SUMS" && e.text == "" {
			e.text = sums.String()
		}
		if e.Typeflag == tar.TypeReg {
			e.Size = int64(len(e.text))
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256([]byte(e.text)), e.Name)
		require.NoError(t, to.WriteHeader(&e.Header))
		_, err := to.Write([]byte(e.text))
		require.NoError(t, err)
	}
	require.NoError(t, to.Close())
	path = filepath.Join(t.TempDir(), "l.backup")
	require.NoError(t, os.WriteFile(path, text.Bytes(), 0o600))
	return path
}

func file(name, text string) entry {
	return entry{tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o755}, text}
}

// TestABackupOfAStranger makes no file but those of a league, and none if anything is wrong.
func TestABackupOfAStranger(t *testing.T) {
	l, _ := made(t)
	path := filepath.Join(t.TempDir(), "l.backup")
	require.NoError(t, backup.Write(t.Context(), l, path))
	whole := entriesOf(t, path)
	last := len(whole) - 1
	require.Equal(t, "SHA256SUMS", whole[last].Name)
	whole[last].text = "" // to be made anew
	with := func(more ...entry) []entry {
		return append(append(append([]entry{}, whole[:last]...), more...), whole[last])
	}
	_, err := backup.Restore(t.Context(), archived(t, whole), league.Folder(filepath.Join(t.TempDir(), "l")), games.All())
	require.NoError(t, err, "what is changed below is what is refused")

	digest := strings.Repeat("0a", 32)
	link := entry{tar.Header{Typeflag: tar.TypeSymlink, Name: "bots/" + digest + "/x", Linkname: "/etc/passwd"}, ""}
	hard := entry{tar.Header{Typeflag: tar.TypeLink, Name: "bots/" + digest + "/x", Linkname: "league.db"}, ""}
	pipe := entry{tar.Header{Typeflag: tar.TypeFifo, Name: "bots/" + digest + "/x"}, ""}
	cases := map[string][]entry{
		"a link": with(link), "a hard link": with(hard), "a pipe": with(pipe),
		"another file":       append([]entry{file("x", "x")}, whole...),
		"a newer one":        append([]entry{file("league-backup", "2\n")}, whole[1:]...),
		"no store":           append([]entry{whole[0]}, whole[2:]...),
		"no list":            whole[:last],
		"another list":       append(append([]entry{}, whole[:last]...), file("SHA256SUMS", "none")),
		"more after the end": append(with(), file("bots/"+digest+"/x", "x")),
		"the same twice":     with(whole[1]),
		"no bots":            append(append([]entry{}, whole[:2]...), whole[last]),
	}
	for _, name := range []string{
		"../x", "bots/../../x", "/x", "x", "league.db-wal", "league.db-journal", "league.lock", "bots/x", "bots/" + digest,
		"bots/" + digest + "/../../x", "bots/" + digest + `/..\..\x`, "bots/" + digest + "/./x", "bots/evil/x",
		"packages/x.bot", "packages/" + digest + ".bot/x", "inbox/x.bot", "inbox/x/bot.txt", "workers/x", "workers/queues/x",
		"bots/" + digest + "/" + strings.Repeat("x/", 600) + "x",
	} {
		cases["the name "+name[:min(len(name), 90)]] = with(file(name, "x"))
	}
	for what, all := range cases {
		t.Run(what, func(t *testing.T) {
			home := t.TempDir()
			_, err := backup.Restore(t.Context(), archived(t, all), league.Folder(filepath.Join(home, "l")), games.All())
			require.Error(t, err)
			requireOnly(t, home)
		})
	}
}

// TestADamagedBackupIsRefused wherever it ends, and whichever byte is another one.
func TestADamagedBackupIsRefused(t *testing.T) {
	l, _ := made(t)
	path := filepath.Join(t.TempDir(), "l.backup")
	require.NoError(t, backup.Write(t.Context(), l, path))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	home := t.TempDir()
	to, damaged := league.Folder(filepath.Join(home, "l")), filepath.Join(t.TempDir(), "damaged")
	refuses := func(text []byte, what string, at int) {
		require.NoError(t, os.WriteFile(damaged, text, 0o600))
		_, err := backup.Restore(t.Context(), damaged, to, games.All())
		require.Error(t, err, "%s %d", what, at)
		requireOnly(t, home)
	}
	end := bytes.LastIndex(text, []byte("\n")) + 1
	for at := 0; at < end; at += len(text) / 20 {
		refuses(text[:at], "cut at", at)
	}
	store := bytes.Index(text, []byte("SQLite format 3"))
	for _, at := range []int{store + 50_000, bytes.Index(text, []byte("package of zorg")), end - 10} {
		changed := bytes.Clone(text)
		changed[at] ^= 1
		refuses(changed, "changed at", at)
	}
	_, err = backup.Restore(t.Context(), home, to, games.All())
	require.ErrorContains(t, err, "not a file")
}

// TestAnArchiveCanNotGrow: the format knows files that are longer than what it has of them.
func TestAnArchiveCanNotGrow(t *testing.T) {
	sparse := append(head(t, "league-backup", 2, nil), "1\n"+strings.Repeat("\x00", 510)...)
	sparse = append(sparse, head(t, "league.db", 0, map[string]string{
		"GNU.sparse.major": "0", "GNU.sparse.minor": "1", "GNU.sparse.size": fmt.Sprint(int64(1) << 40),
		"GNU.sparse.map": "", "GNU.sparse.numblocks": "0", "GNU.sparse.name": "league.db",
	})...)
	path := filepath.Join(t.TempDir(), "l.backup")
	require.NoError(t, os.WriteFile(path, append(sparse, make([]byte, 1024)...), 0o600))
	_, err := backup.Restore(t.Context(), path, league.Folder(filepath.Join(t.TempDir(), "l")), games.All())
	require.ErrorIs(t, err, backup.ErrDamaged)
}

// head returns the header of an entry, with records that the library doesn't write.
func head(t *testing.T, name string, size int64, records map[string]string) []byte {
	t.Helper()
	var text bytes.Buffer
	if records != nil {
		var all string
		for key, value := range records {
			line := " " + key + "=" + value + "\n"
			length := len(line) + 1
			for len(fmt.Sprint(length))+len(line) != length {
				length++
			}
			all += fmt.Sprint(length) + line
		}
		to := tar.NewWriter(&text)
		require.NoError(t, to.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: "x", Size: int64(len(all))}))
		_, err := to.Write([]byte(all))
		require.NoError(t, err)
		require.NoError(t, to.Flush())
		block := text.Bytes()[:512]
		block[156] = tar.TypeXHeader
		checksum(block)
	}
	to := tar.NewWriter(&text)
	require.NoError(t, to.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Format: tar.FormatUSTAR}))
	return text.Bytes()
}

func checksum(block []byte) {
	copy(block[148:156], "        ")
	sum := 0
	for _, b := range block {
		sum += int(b)
	}
	copy(block[148:156], fmt.Sprintf("%06o\x00 ", sum))
}

// TestABackupAndARemovalDontMeet: nothing of a league is removed while a backup copies it, nor the other way round.
func TestABackupAndARemovalDontMeet(t *testing.T) {
	l, _ := made(t)
	lock, err := os.OpenFile(filepath.Join(string(l.Folder), "files.lock"), os.O_RDWR|os.O_CREATE, 0o600)
	require.NoError(t, err)
	defer lock.Close() //nolint:errcheck // nothing was written
	require.True(t, sys.TryLock(lock))
	ctx, stop := context.WithCancelCause(t.Context())
	waits := errors.New("it waits")
	stop(waits)
	to := filepath.Join(t.TempDir(), "backup")
	require.ErrorIs(t, backup.Write(ctx, l, to), waits)
	require.NoFileExists(t, to)
	require.NoError(t, lock.Close())
	require.NoError(t, backup.Write(t.Context(), l, to))
}
