//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/process/sandbox"
)

// mixedVariable tells a test that it has folders of its own for what is mixed.
const mixedVariable = "ARENA_MIXED"

// kept is something in a folder of the system's.
type kept struct {
	path  string // with a / behind it, a folder
	mode  uint32
	mine  bool   // the user's, and not root's
	to    string // it is a link
	twin  string // it is a hard link
	from  string // what is seen there is another folder, or one in memory
	shown bool   // to every bot
	deep  bool   // nobody looks for it there, but arena doctor
	runs  bool   // a bot that is run by the interpreter there needs it
}

var mixedFolders = []string{"/usr/local", "/usr/src", "/opt"}

const (
	otherUser = 65534
	deepFile  = "/usr/local/share/man/man1/deep/key"
)

var keptBeside = []kept{
	{path: "/usr/local/bin/tool", mode: 0o755, shown: true},
	{path: "/usr/local/bin/mine", mode: 0o755, mine: true},
	{path: "/usr/local/bin/linked", to: "tool", shown: true},
	{path: "/usr/local/bin/astray", to: "/opt/project/.env"},
	{path: "/usr/local/bin/nowhere", to: "/nowhere"},
	{path: "/usr/local/etc/shown", mode: 0o644, shown: true},
	{path: "/usr/local/etc/.env", mode: 0o600, mine: true},
	{path: "/usr/local/etc/of-a-group", mode: 0o640},
	{path: "/usr/local/etc/of-root", mode: 0o600},
	{path: "/usr/local/project/", mode: 0o700, mine: true},
	{path: "/usr/local/project/key", mode: 0o600, mine: true},
	{path: "/usr/local/theirs/", mode: 0o755, mine: true},
	{path: "/usr/local/theirs/key", mode: 0o644},
	{path: "/usr/local/closed/", mode: 0o711},
	{path: "/usr/local/closed/key", mode: 0o644},
	{path: "/usr/local/src/project/", mode: 0o755, mine: true},
	{path: "/usr/local/src/project/deep/key", mode: 0o600, mine: true},
	{path: "/usr/local/share/man/man1/page", mode: 0o644, shown: true},
	{path: "/usr/local/all/", mode: 0o1777},
	{path: "/usr/local/all/known", mode: 0o644, shown: true},
	{path: "/usr/local/share/all/", mode: 0o1777},
	{path: "/usr/local/share/all/key", mode: 0o600, mine: true},
	{path: deepFile, mode: 0o600, mine: true, deep: true},
	{path: "/usr/local/home", to: "/opt/project"},
	{path: "/usr/local/release/shown", mode: 0o644, shown: true},
	{path: "/usr/local/release/.env", mode: 0o600, mine: true},
	{path: "/usr/local/current", to: "release"},
	{path: "/usr/src/linux/Makefile", mode: 0o644, shown: true},
	{path: "/usr/src/key", mode: 0o600, mine: true},
	{path: "/opt/project/", mode: 0o755, mine: true},
	{path: "/opt/project/.env", mode: 0o644, mine: true},
	{path: "/opt/other/notes", mode: 0o644},
	{path: "/opt/python/bin/python", mode: 0o755, runs: true},
	{path: "/opt/python/lib/shown", mode: 0o644, runs: true},
	{path: "/opt/python/.env", mode: 0o600, mine: true},
	{path: "/opt/python/lib/.env", mode: 0o600, mine: true},
	{path: "/opt/python/keys", mode: 0o640},
	{path: "/opt/mine/", mode: 0o700, mine: true},
	{path: "/opt/mine/bin/python", mode: 0o755, mine: true, runs: true},
	{path: "/opt/mine/pyvenv.cfg", mode: 0o644, mine: true, runs: true},
	{path: "/opt/mine/.env", mode: 0o600, mine: true},
	{path: "/opt/mine/bin/.env", mode: 0o600, mine: true},
}

// TestWhatIsKeptBesideTheSystem holds for an ordinary user, whose rights a bot has, and for root: of /opt, /usr/local
// and /usr/src, a bot reads what root owns and everybody may read.
func TestWhatIsKeptBesideTheSystem(t *testing.T) {
	if os.Getenv(mixedVariable) != "" {
		for way, s := range ways(t) {
			t.Run(way, func(t *testing.T) {
				readBeside(t, s, "/usr/bin/python3")
				readBeside(t, s, "/opt/python/bin/python")
				if os.Geteuid() != 0 || s.HasRoot() { // else nobody but the user may go there
					readBeside(t, s, "/opt/mine/bin/python")
				}
				tried, read, err := s.ReadsPrivate()
				require.NoError(t, err)
				require.Greater(t, tried, 8)
				if os.Geteuid() != 0 {
					require.Equal(t, []string{deepFile}, read, "doctor tells what bots read")
				} else {
					require.Empty(t, read)
				}
			})
		}
		return
	}
	besideTheSystem(t, keptBeside, "1")
}

// besideTheSystem runs a test again as an ordinary user and as root, where the system has these files in mixed folders.
func besideTheSystem(t *testing.T, all []kept, told string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root may mount other folders")
	}
	standard(t)
	python, err := os.ReadFile("/usr/bin/python3")
	if err != nil {
		tier.Lacks(t, err)
	}
	dir := place(t)
	self, err := os.ReadFile("/proc/self/exe")
	require.NoError(t, err)
	binary := filepath.Join(dir, "sandbox.test")
	require.NoError(t, os.WriteFile(binary, self, 0o755)) //nolint:gosec // it is to be started
	test, _, _ := strings.Cut(t.Name(), "/")
	for _, user := range []uint32{otherUser, 0} {
		t.Run(fmt.Sprint("user ", user), func(t *testing.T) {
			runtime.LockOSThread() // for good: nobody else is to see what is mounted here
			require.NoError(t, unix.Unshare(unix.CLONE_NEWNS))
			require.NoError(t, unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""))
			for _, folder := range mixedFolders {
				require.NoError(t, unix.Mount("tmpfs", folder, "tmpfs", 0, "mode=0755"))
			}
			for _, k := range all {
				k.make(t, int(user), python)
			}
			own := filepath.Join(dir, fmt.Sprint(user))
			require.NoError(t, os.Mkdir(own, 0o755)) //nolint:gosec // bots of root's are others
			require.NoError(t, os.Chown(own, int(user), int(user)))
			c := exec.CommandContext(t.Context(), binary, "-test.run", "^"+test+"$")
			c.Dir = own
			c.Env = append(os.Environ(), "TMPDIR="+own, "HOME="+own, mixedVariable+"="+told)
			c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user}}
			output, err := c.CombinedOutput()
			require.NoError(t, err, string(output))
		})
	}
}

// readBeside runs a bot that reads whatever it can, also what came when others had begun.
func readBeside(t *testing.T, s *sandbox.Sandbox, interpreter string) {
	t.Helper()
	later := "/usr/local/all/later-" + strconv.Itoa(os.Geteuid())
	code, want := "for path in [", "began\n"
	for _, k := range keptBeside {
		code += strconv.Quote(k.path) + ", "
		isOfIts := strings.HasPrefix(k.path, filepath.Dir(filepath.Dir(interpreter))+"/")
		if k.deep && os.Geteuid() != 0 || k.shown && !strings.HasPrefix(k.path, "/opt/") || k.runs && isOfIts {
			want += k.path + "\n"
		}
	}
	folder, file := bot(t, "main.py", "print('began')\n"+code+strconv.Quote(later)+`]:
    try: open(path, "rb").read(1)
    except OSError: continue
    print(path)
`)
	for range 2 {
		output, err := run(t, s, folder, sandbox.DefaultLimits(), interpreter, "-u", file)
		require.NoError(t, err, output)
		require.Equal(t, want, output, interpreter)
		require.NoError(t, os.WriteFile(later, nil, 0o600))
	}
}

func (k kept) make(t *testing.T, user int, python []byte) {
	t.Helper()
	owner := 0
	if k.mine {
		owner = otherUser
	}
	path := strings.TrimSuffix(k.path, "/")
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755)) //nolint:gosec // as of the system
	switch {
	case k.to != "":
		require.NoError(t, os.Symlink(k.to, path))
		return
	case k.twin != "":
		require.NoError(t, os.Link(k.twin, path))
		return
	case path != k.path:
		require.NoError(t, os.Mkdir(path, 0o755)) //nolint:gosec // changed below
		if k.from == "memory" {
			require.NoError(t, unix.Mount("tmpfs", path, "tmpfs", 0, ""))
		} else if k.from != "" {
			require.NoError(t, unix.Mount(k.from, path, "", unix.MS_BIND, ""))
			return
		}
	case filepath.Base(path) == "python":
		require.NoError(t, os.WriteFile(path, python, 0o600))
	default:
		require.NoError(t, os.WriteFile(path, []byte(path), 0o600))
	}
	require.NoError(t, os.Chown(path, owner, user))
	require.NoError(t, unix.Chmod(path, k.mode))
}

// TestAVirtualEnvironmentAmongFilesOfTheUser, as `python3 -m venv .` makes one in the folder of a project.
func TestAVirtualEnvironmentAmongFilesOfTheUser(t *testing.T) {
	for way, s := range ways(t) {
		t.Run(way, func(t *testing.T) {
			w := newWorld(t)
			project := filepath.Join(w.home, "project")
			require.NoError(t, os.RemoveAll(project))
			w.link("python3", project+"/bin/python")
			w.link(w.python, project+"/bin/python3")
			w.link("lib", project+"/lib64")
			w.link(".", project+"/lib32")
			w.link("../key", project+"/share")
			w.write(project+"/pyvenv.cfg", "home = /usr/bin\n")
			version, err := exec.CommandContext(t.Context(), w.python, "-c",
				"import sys; print('python%d.%d' % sys.version_info[:2])").Output()
			require.NoError(t, err)
			w.write(project+"/lib/"+strings.TrimSpace(string(version))+"/site-packages/mine.py", "text = 'a package'\n")
			for _, name := range []string{".env", "keys", "main.py", "conf/key", "bin/.env", "libs/key", "etc/key", "jre/key"} {
				w.write(filepath.Join(project, name), keyText)
			}
			t.Setenv("PATH", project+"/bin:"+os.Getenv("PATH"))
			file := w.bots + "/main.py"
			w.write(file, w.reader()+"import mine\nprint(mine.text, sys.prefix)\n")
			output, err := w.play(s, file, project+"/bin:", nil, project+"/bin/python", "-u", file)
			require.NoError(t, err, output)
			require.NotContains(t, output, "LEAK")
			require.Contains(t, output, "a package "+project)
		})
	}
}
