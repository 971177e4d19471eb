package seccomp_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/seccomp"
)

// rule and file are what the tests read of a profile.
type (
	rule struct {
		Names   []string
		Action  string
		Comment string
		Args    []struct{ Value uint64 }
	}
	file struct {
		DefaultAction string
		Unknown       string
		Syscalls      []rule
	}
)

func read(t *testing.T, text []byte) (f file) {
	t.Helper()
	require.NoError(t, json.Unmarshal(text, &f))
	return f
}

// allowed returns the calls that are allowed whatever their arguments are.
func (f file) allowed() (names []string) {
	for _, r := range f.Syscalls {
		if r.Action == "SCMP_ACT_ALLOW" && len(r.Args) == 0 {
			names = append(names, r.Names...)
		}
	}
	return names
}

var ofTheSandbox = []string{
	"clone", "mount", "umount2", "pivot_root", "open_tree", "move_mount", "mount_setattr", "sethostname",
	"seccomp", "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self",
}

func TestOwnProfileRefusesWhatNobodyNeeds(t *testing.T) {
	text, err := seccomp.Own()
	require.NoError(t, err)
	own := read(t, text)
	require.Equal(t, "SCMP_ACT_ERRNO", own.DefaultAction)
	names := own.allowed()
	require.Subset(t, names, ofTheSandbox)
	require.Subset(
		t, names, []string{
			"read", "openat", "openat2", "execveat", "memfd_create", "close_range", "process_vm_readv",
			"clone3", "futex_waitv",
		})
	for _, never := range strings.Fields(
		`bpf keyctl add_key init_module kexec_load reboot ptrace perf_event_open io_uring_setup userfaultfd
		open_by_handle_at settimeofday swapon setns unshare socket personality fsopen pidfd_getfd process_vm_writev`) {
		require.NotContains(t, names, never)
	}
	slices.Sort(names)
	require.Equal(t, slices.Compact(slices.Clone(names)), names, "each once: an engine could take either")
}

const usual = `{
 "defaultAction": "SCMP_ACT_ERRNO", "unknown": "kept",
 "syscalls": [
  {"names": ["read", "clone3"], "action": "SCMP_ACT_ALLOW"},
  {"names": ["clone"], "action": "SCMP_ACT_ALLOW",
    "args": [{"index": 0, "value": 2114060288, "op": "SCMP_CMP_MASKED_EQ"}]},
  {"names": ["mount", "bpf"], "action": "SCMP_ACT_ERRNO",
    "comment": "not for you", "excludes": {"caps": ["CAP_SYS_ADMIN"]}},
  {"name": "sethostname", "action": "SCMP_ACT_ERRNO"}, {"name": "write", "action": "SCMP_ACT_ALLOW"}
 ]}`

func TestWidenedProfileIsTheEnginesOtherwise(t *testing.T) {
	text, err := seccomp.Widen([]byte(usual))
	require.NoError(t, err)
	got := read(t, text)
	require.Equal(t, "kept", got.Unknown)
	require.Equal(t, rule{Names: []string{"read", "clone3"}, Action: "SCMP_ACT_ALLOW"}, got.Syscalls[0])
	require.Equal(t, []string{"bpf"}, got.Syscalls[1].Names, "the rule of clone is gone, and mount is out of this one")
	require.Equal(t, "not for you", got.Syscalls[1].Comment)
	require.Contains(t, string(text), "CAP_SYS_ADMIN")
	require.Contains(t, string(text), `"write"`)
	require.Len(t, got.Syscalls, 4)
	require.Equal(t, rule{Names: ofTheSandbox, Action: "SCMP_ACT_ALLOW"}, got.Syscalls[3])
	again, err := seccomp.Widen(text)
	require.NoError(t, err)
	require.Equal(t, string(text), string(again))
}

func TestWhatIsNoProfileIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		``:                                  "unexpected end",
		`[]`:                                "cannot unmarshal array",
		`{}`:                                "no defaultAction",
		`{"defaultAction":"allow"}`:         "no defaultAction",
		`{"defaultAction":"SCMP_ACT_KILL"}`: "no list of syscalls",
		`{"defaultAction":"SCMP_ACT_KILL","syscalls":{}}`:                              "no list of syscalls",
		`{"defaultAction":"SCMP_ACT_KILL","syscalls":[]}`:                              "no list of syscalls",
		`{"defaultAction":"SCMP_ACT_KILL","syscalls":[{"names":[]},{"names":"read"}]}`: "syscalls[1]: ",
		`{"defaultAction":"SCMP_ACT_KILL","syscalls":[{}]}`:                            "syscalls[0]: ",
		`{"defaultAction":"SCMP_ACT_KILL","syscalls":[null]}`:                          "syscalls[0]: ",
	} {
		_, err := seccomp.Widen([]byte(text))
		var refused *seccomp.Error
		require.ErrorAs(t, err, &refused, text)
		require.ErrorContains(t, err, want)
		require.NotEmpty(t, refused.Hint())
	}
}

func FuzzWiden(f *testing.F) {
	f.Add([]byte(usual))
	f.Fuzz(func(t *testing.T, text []byte) {
		if widened, err := seccomp.Widen(text); err == nil {
			read(t, widened)
		}
	})
}
