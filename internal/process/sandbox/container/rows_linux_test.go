//go:build linux && (amd64 || arm64)

package container

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/sandbox/shim"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// row is what is left with some options.
type row struct {
	options string
	on      []string // of the layers below, those that are on
	hints   []string // of those that are off, those that can be had
}

// layers are those that depend on the options.
var layers = []string{"namespaces", "own user", "Landlock", "own /proc", "children"}

// PROFILE stands for the file that arena doctor seccomp prints.
const unfiltered, profiled, apart, proc = "--security-opt seccomp=unconfined", "--security-opt seccomp=PROFILE",
	"--user 1000 --cap-drop ALL --security-opt no-new-privileges", "--security-opt systempaths=unconfined"

var rows = []row{
	{"", []string{"own user", "Landlock"}, []string{"namespaces"}},
	{"--user 1000", []string{"Landlock"}, []string{"namespaces"}},
	{apart, []string{"Landlock"}, []string{"namespaces"}},
	{unfiltered, []string{"namespaces", "own user", "Landlock", "children"}, []string{"own /proc"}},
	{"--user 1000 " + unfiltered + " " + proc, []string{"namespaces", "Landlock", "own /proc", "children"}, nil},
	{profiled, []string{"namespaces", "own user", "Landlock", "children"}, []string{"own /proc"}},
	{profiled + " " + proc, layers, nil},
	{apart + " " + profiled, []string{"namespaces", "Landlock", "children"}, []string{"own /proc"}},
	{
		apart + " " + profiled + " " + proc + " --read-only --tmpfs /tmp --pids-limit 512 --memory 2g",
		[]string{"namespaces", "Landlock", "own /proc", "children"},
		nil,
	},
	{"--cap-add SYS_ADMIN", []string{"own user", "Landlock"}, []string{"namespaces"}},
	{"--cap-add SYS_ADMIN " + unfiltered + " " + proc, layers, nil},
	{"--cap-drop ALL", []string{"Landlock"}, []string{"namespaces", "own user"}},
	{"--cap-drop ALL " + unfiltered, []string{"Landlock"}, []string{"namespaces", "own user"}},
	{"--cap-drop KILL", []string{"Landlock"}, []string{"namespaces", "own user"}},
	{"--read-only", []string{"own user", "Landlock"}, []string{"namespaces"}},
	{"--read-only --user 1000 " + profiled, []string{"namespaces", "Landlock", "children"}, []string{"own /proc"}},
}

// documented are the rows of the table in docs/security.md: what each says, and which of the rows above it is.
var documented = []struct {
	says    string
	options []string
}{
	{"as root, without options", []string{""}},
	{"`--user 1000`, with or without `--cap-drop ALL`", []string{"--user 1000", apart}},
	{"as root with `--cap-drop ALL`", []string{"--cap-drop ALL"}},
	{"as root with `seccomp=arena.json`", []string{profiled}},
	{"the same with `systempaths=unconfined`", []string{profiled + " " + proc}},
	{"`--user 1000 --cap-drop ALL`, `seccomp=arena.json`", []string{apart + " " + profiled}},
	{"the same with `systempaths=unconfined`", []string{
		apart + " " + profiled + " " + proc + " --read-only --tmpfs /tmp --pids-limit 512 --memory 2g",
	}},
}

// TestTheTableOfContainersIsWhatIsTested, row by row.
func TestTheTableOfContainersIsWhatIsTested(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/security.md")
	require.NoError(t, err)
	table := "\n| `docker run …` | layers |\n|---|---|\n"
	for _, d := range documented {
		for i, options := range d.options {
			at := slices.IndexFunc(rows, func(r row) bool { return r.options == options })
			require.GreaterOrEqual(t, at, 0, "not tested: docker run %s", options)
			said := "| " + d.says + " | " + listed(rows[at].on) + " |\n"
			if i == 0 {
				table += said
			}
			require.True(t, strings.HasSuffix(table, said), "docker run %s: %s", options, said)
		}
	}
	require.Contains(t, string(text), table+"\n")
}

// listed lists the layers that are on, and the filter, without which no bot plays.
func listed(on []string) string {
	var all []string
	for _, layer := range layers {
		if slices.Contains(on, layer) {
			all = append(all, layer)
		}
		if layer == "Landlock" {
			all = append(all, "filter")
		}
	}
	return strings.Join(all, ", ")
}

// TestWhatContainersLeave is the table: what arena doctor tells, that each of its hints is true,
// and that a match is played, which leaves nothing behind.
func TestWhatContainersLeave(t *testing.T) {
	if shim.LandlockVersion() < 6 {
		t.Skip("without Landlock, no container has a sandbox but with namespaces")
	}
	d := startDaemon(t)
	d.makeImage(t)
	d.bring(t)
	for _, r := range rows {
		t.Run("docker run "+r.options, func(t *testing.T) {
			options := strings.Fields(strings.ReplaceAll(r.options, "PROFILE", d.profile))
			told, err := d.run(t, options, "/arena/arena doctor")
			require.NoError(t, err, told)
			on, hints := layersOf(told)
			require.ElementsMatch(t, r.on, on, told)
			require.Regexp(t, `(?m)^  on   system call filter `, told)
			require.ElementsMatch(t, r.hints, keys(hints), told)
			for layer, hint := range hints {
				followed := strings.Fields(strings.ReplaceAll(hint, "arena.json", d.profile))
				after, err := d.run(t, append(slices.Clone(options), followed...), "/arena/arena doctor")
				require.NoError(t, err, after)
				now, _ := layersOf(after)
				require.Contains(t, now, layer, "the hint does not help: docker run %s %s\n%s", r.options, hint, after)
			}
			d.plays(t, options, slices.Contains(on, "children"))
		})
	}
	t.Run("strict", func(t *testing.T) {
		d.refusesStrict(t, "", "namespaces")
		d.refusesStrict(t, profiled+" "+proc, "cgroup limits")
	})
	t.Run("no folder for temporary files", func(t *testing.T) { d.hasNoFolder(t) })
	t.Run("killed and started again", func(t *testing.T) { d.sweeps(t) })
}

// bring builds the arena and bots, has them mounted, and writes the profile.
func (d *daemon) bring(t *testing.T) {
	t.Helper()
	dir := testkit.ShortDir(t)
	require.NoError(t, os.Chmod(dir, 0o755)) //nolint:gosec // for other users in the container
	in := func(folder string, args ...string) []byte {
		c := exec.CommandContext(t.Context(), args[0], args[1:]...) //nolint:gosec // the test's own words
		c.Dir = folder
		output, err := c.Output()
		require.NoError(t, err, args)
		return output
	}
	testkit.Build(t, dir, nil, "github.com/botarena/arena/cmd/arena", "github.com/botarena/arena/examples/demo")
	arena := filepath.Join(dir, "arena")
	in(dir, arena, "new", "py", "--lang", "python")
	in(dir, arena, "new", "shell", "--lang", "sh")
	in(dir, "cp", "-r", "shell", "kids")
	script := filepath.Join(dir, "kids", "bot.sh")
	text, err := os.ReadFile(script)
	require.NoError(t, err)
	with := strings.Replace(string(text), "go)\n", "go)\n/bin/cat /dev/null\n", 1)
	require.NotEqual(t, string(text), with)
	require.NoError(t, os.WriteFile(script, []byte(with), 0o644)) //nolint:gosec // as above
	in(dir, "chmod", "-R", "go+rX", dir)
	d.profile = filepath.Join(dir, "profile.json")
	require.NoError(t, os.WriteFile(d.profile, in(dir, arena, "doctor", "seccomp"), 0o600))
	d.mounts = append(d.mounts, "-v", dir+":/arena:ro")
}

var (
	layerLine = regexp.MustCompile(
		`(?m)^  (on |off)  (.{20}) .*(?:\n +to get it: inside a container: docker run ([^,\n]*))?`)
	placeLine = regexp.MustCompile(`(?m)^ +\d  \S+ \(seat \d\) +-?\d+ +\S+$`)
)

// layersOf returns the layers that are on, and the options by which others can be had.
func layersOf(told string) (on []string, hints map[string]string) {
	hints = make(map[string]string)
	for _, line := range layerLine.FindAllStringSubmatch(told, -1) {
		switch name := strings.TrimSpace(line[2]); {
		case line[1] == "on " && slices.Contains(layers, name):
			on = append(on, name)
		case line[1] == "off" && line[3] != "":
			hints[name] = line[3]
		}
	}
	return on, hints
}

func keys(of map[string]string) (all []string) {
	for key := range of {
		all = append(all, key)
	}
	return all
}

// plays plays a match between programs of several kinds: no verdict, no folder left behind.
func (d *daemon) plays(t *testing.T, options []string, children bool) {
	t.Helper()
	bots := "/arena/demo /arena/demo /arena/py /arena/shell"
	if children {
		bots = "/arena/demo /arena/demo /arena/py /arena/kids"
	}
	output, err := d.run(t, options, "/arena/arena play orkisland "+bots+
		" -s 1 --set nb_rounds=5 -q -o none && echo left: $(ls -A /tmp /dev/shm | grep arena)")
	require.NoError(t, err, output)
	require.Len(t, placeLine.FindAllString(output, -1), 4, output)
	require.Regexp(t, `(?m)^left:$`, output)
}

// refusesStrict tests that strict plays no match for want of a layer: an engine gives no control group to write to.
func (d *daemon) refusesStrict(t *testing.T, options, lacks string) {
	t.Helper()
	told, err := d.run(t, strings.Fields(strings.ReplaceAll(options, "PROFILE", d.profile)),
		"/arena/arena play orkisland /arena/demo /arena/demo /arena/demo /arena/demo -s 1 --sandbox strict -o none")
	require.Error(t, err)
	require.Contains(t, told, lacks+": ")
	require.NotRegexp(t, placeLine, told)
}

// hasNoFolder tests what is said where nothing can be written to at all.
func (d *daemon) hasNoFolder(t *testing.T) {
	t.Helper()
	options := []string{"--read-only", "--ipc", "none"}
	told, err := d.run(t, options, "/arena/arena doctor")
	require.Error(t, err)
	require.Contains(t, told, "hint: docker run --tmpfs /tmp\n")
	told, err = d.run(t, append(options, "--tmpfs", "/tmp"), "/arena/arena doctor")
	require.NoError(t, err, told)
}

// sweeps kills an arena that is process 1, and starts it again in the same container: it must
// remove the folders of its bots, although processes have the numbers in their names again.
func (d *daemon) sweeps(t *testing.T) {
	t.Helper()
	const name = "swept"
	args := append([]string{"run", "-d", "--name", name, "--net", "none", "--security-opt", "seccomp=" + d.profile},
		d.mounts...)
	output, err := d.docker(
		t, append(args, image, "/arena/arena", "series", "orkisland", "/arena/demo", "/arena/demo", "/arena/py", "/arena/py",
			"-n", "100000", "--store", "none")...)
	require.NoError(t, err, output)
	t.Cleanup(func() { _, _ = d.docker(t, "rm", "-f", name) })
	folders := func() []string {
		output, _ := d.docker(t, "exec", name, "/bin/ls", "/tmp")
		return regexp.MustCompile(`arena-bot-\d+-\d+`).FindAllString(output, -1)
	}
	var before []string
	testkit.Await(t, "folders of bots", func() bool {
		before = folders()
		return len(before) >= 4
	})
	output, err = d.docker(t, "kill", "--signal", "KILL", name)
	require.NoError(t, err, output)
	output, err = d.docker(t, "wait", name)
	require.NoError(t, err, output)
	output, err = d.docker(t, "start", name)
	require.NoError(t, err, output)
	testkit.Await(t, "other folders of bots alone", func() bool {
		now := folders()
		return len(now) >= 4 && !slices.ContainsFunc(now, func(folder string) bool { return slices.Contains(before, folder) })
	})
}
