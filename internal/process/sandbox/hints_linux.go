//go:build linux && (amd64 || arm64)

package sandbox

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"sync"
	"syscall"

	"github.com/botarena/arena/internal/base/files"
)

// refusal is why a better way than the best does not work.
type refusal struct {
	way way
	err error
}

// refuses reports whether another way would fail for the same reason: it differs only in steps
// that were not reached.
func (r refusal) refuses(other way) bool {
	at := new(StepError)
	same := other
	same.proc, same.tell = r.way.proc, r.way.tell
	switch {
	case same != r.way || !errors.As(r.err, &at):
		return false
	case strings.HasPrefix(at.Step, "mount /proc"):
		return other.proc == r.way.proc
	case strings.HasPrefix(at.Step, "seccomp"):
		return other.tell == r.way.tell
	}
	return true
}

// surroundings are the reasons outside of the kernel that may keep a layer from us.
type surroundings struct {
	container  bool // we are in one
	service    bool // systemd started us
	filtered   bool // somebody filters our system calls
	appArmor   bool // a profile of AppArmor confines us
	powerless  bool // we are root, but may not give users
	restricted bool // AppArmor keeps namespaces from all users, as on Ubuntu
	noProc     bool // there is no /proc
}

// surroundingsNow are ours.
var surroundingsNow = sync.OnceValue(func() surroundings {
	return surroundings{
		container: files.Exists("/.dockerenv") || files.Exists("/run/.containerenv") || os.Getenv("container") != "" ||
			os.Getenv("KUBERNETES_SERVICE_HOST") != "",
		service:    os.Getenv("INVOCATION_ID") != "",
		filtered:   regexp.MustCompile(`(?m)^Seccomp:\s+2$`).MatchString(content("/proc/self/status")),
		appArmor:   strings.HasSuffix(content("/proc/self/attr/apparmor/current"), "(enforce)"),
		powerless:  os.Geteuid() == 0 && !canGiveUsers(),
		restricted: content("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1",
		noProc:     !files.Exists("/proc/self"),
	}
})

// content returns what a file of the kernel's says, or "".
func content(path string) string {
	text, _ := os.ReadFile(path)
	return strings.TrimSpace(string(text))
}

// explain says why there are no namespaces, and what to do.
func (r refusal) explain(s surroundings) (detail, fix string) {
	detail = r.err.Error()
	switch forbidden := errors.Is(r.err, syscall.EPERM) || errors.Is(r.err, syscall.EACCES); {
	case errors.Is(r.err, syscall.ENOSPC):
		return detail, "this system allows none to users: sudo sysctl user.max_user_namespaces=10000"
	case forbidden && s.container && !s.service:
		return detail, s.containerFix()
	case forbidden && s.filtered:
		return detail, r.filterFix(s)
	case forbidden && s.restricted:
		return detail, "on Ubuntu: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0"
	}
	return detail, "a kernel with user namespaces, Linux 5.13 or later"
}

// containerFix returns the options of Docker and Podman that give namespaces.
func (s surroundings) containerFix() string {
	var options []string
	if s.powerless { // the kernel has root make no namespace of users without them
		options = append(options, "--user 1000")
	}
	if s.filtered {
		options = append(options, "--security-opt seccomp=arena.json")
	}
	if s.appArmor {
		options = append(options, "--security-opt apparmor=unconfined")
	}
	if len(options) == 0 {
		return "on the host: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0 " +
			"kernel.unprivileged_userns_clone=1, which of them it has"
	}
	fix := "inside a container: docker run " + strings.Join(options, " ")
	if s.filtered {
		fix += ", with the file that arena doctor seccomp prints"
	}
	return fix
}

// procFix returns what lets us mount a /proc: as long as something is mounted over a part of the
// one that we see, nobody may see another.
func (s surroundings) procFix() string {
	switch {
	case s.service:
		return "in its service of systemd's: ProcSubset=pid, or ProtectKernelTunables=no and ProtectKernelLogs=no"
	case s.container:
		return "inside a container: docker run --security-opt systempaths=unconfined"
	}
	return ""
}

// pinFix returns what lets us choose a processor.
func (s surroundings) pinFix() string {
	if s.service {
		return "in its service of systemd's: sched_setaffinity in its SystemCallFilter="
	}
	return "a filter of system calls that allows sched_setaffinity"
}

// serviceOptions are the options of systemd that take a step away.
var serviceOptions = []struct{ step, options string }{
	{"mount host name", "ProtectHostname=no, and sethostname in its SystemCallFilter="},
	{"mount", "mount, umount2, pivot_root, open_tree, move_mount and mount_setattr in its SystemCallFilter="},
	{"seccomp", "seccomp in its SystemCallFilter="},
	{"Landlock", "landlock_create_ruleset, landlock_add_rule and landlock_restrict_self in its SystemCallFilter="},
	{"start", "RestrictNamespaces=no, and clone in its SystemCallFilter="},
}

// filterFix returns what gives a step that a filter of somebody's refuses.
func (r refusal) filterFix(s surroundings) string {
	who := "another program filters the arena's system calls: start it without that; in a service of systemd's: "
	if s.service {
		who = "in its service of systemd's: "
	}
	for _, o := range serviceOptions {
		if at := new(StepError); errors.As(r.err, &at) && strings.HasPrefix(at.Step, o.step) {
			return who + o.options
		}
	}
	return who + "SystemCallErrorNumber=EPERM, and more in its SystemCallFilter="
}

// fixOfAll returns what to do where no way confines enough, by what the last of them lacked.
func (r refusal) fixOfAll(s surroundings) string {
	if folder := new(folderError); errors.As(r.err, &folder) {
		return folder.Hint()
	}
	switch forbidden := errors.Is(r.err, syscall.EPERM) && s.filtered; {
	case s.noProc:
		return "there is no /proc, by which bots are started and watched: mount -t proc proc /proc"
	case forbidden && s.container && !s.service:
		return s.containerFix()
	case forbidden:
		return r.filterFix(s)
	case errors.Is(r.err, syscall.ENOSYS):
		return "Linux 5.12 or later, without a filter of system calls; " + howToPlayWithout
	}
	return howToPlayWithout
}

// explainLandlock says why there is no Landlock, and what to do.
func (s surroundings) explainLandlock(refusals []refusal) (detail, fix string) {
	for _, r := range refusals {
		if at := new(StepError); errors.As(r.err, &at) && strings.HasPrefix(at.Step, "Landlock") {
			return r.err.Error(), r.filterFix(s)
		}
	}
	switch ofFilter := (refusal{err: &StepError{"Landlock", syscall.EPERM}}); {
	case s.filtered && s.container && !s.service:
		return "the kernel has none, or a filter of system calls keeps it from us", s.containerFix()
	case s.filtered:
		return "the kernel has none, or a filter of system calls keeps it from us", ofFilter.filterFix(s)
	}
	return "the kernel has none", "Linux 6.12 or later, started with landlock among lsm="
}
