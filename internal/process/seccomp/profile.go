// Package seccomp writes the profiles by which a container engine filters the system calls of what
// it runs. With its usual profile, the sandbox in a container has no namespaces.
package seccomp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// needed are the calls of the sandbox that the usual profiles refuse, or have refused. Without
// any of them a layer is lost.
var needed = []string{
	"clone", "mount", "umount2", "pivot_root", "open_tree", "move_mount", "mount_setattr", "sethostname",
	"seccomp", "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self",
}

// MaxFile is the size in bytes of the largest profile that is read. The usual ones have 20 KB.
const MaxFile = 1 << 20

// profile is the content of the file, in the form of Docker's and Podman's.
type profile struct {
	DefaultAction   string   `json:"defaultAction"`
	DefaultErrnoRet int      `json:"defaultErrnoRet"`
	ArchMap         []archs  `json:"archMap"`
	Syscalls        []permit `json:"syscalls"`
}

type archs struct {
	Architecture     string   `json:"architecture"`
	SubArchitectures []string `json:"subArchitectures"`
}

type permit struct {
	Names  []string `json:"names"`
	Action string   `json:"action"`
	Args   []equals `json:"args,omitempty"`
}

type equals struct {
	Index int    `json:"index"`
	Value uint64 `json:"value"`
	Op    string `json:"op"`
}

const allow = "SCMP_ACT_ALLOW"

// Own returns a whole profile: it refuses all calls that it doesn't name.
func Own() ([]byte, error) {
	p := profile{
		DefaultAction: "SCMP_ACT_ERRNO", DefaultErrnoRet: 38, // ENOSYS
		ArchMap: []archs{{"SCMP_ARCH_X86_64", []string{}}, {"SCMP_ARCH_AARCH64", []string{}}},
		Syscalls: []permit{
			{Names: strings.Fields(usual), Action: allow},
			{Names: needed, Action: allow},
		},
	}
	for _, family := range families {
		p.Syscalls = append(p.Syscalls, permit{[]string{"socket"}, allow, []equals{{0, family, "SCMP_CMP_EQ"}}})
	}
	return written(p)
}

// Error reports that a text is no profile.
type Error struct{ Reason string }

func (e *Error) Error() string { return "not a seccomp profile of a container engine: " + e.Reason }

// Hint returns where there is one.
func (e *Error) Hint() string {
	return "Podman's is /usr/share/containers/seccomp.json; without a file, arena doctor seccomp prints one of its own"
}

// Widen returns a profile with the calls of the sandbox allowed, and all else as it was, also
// fields that we don't know.
func Widen(text []byte) ([]byte, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, &Error{err.Error()}
	}
	var action string
	if err := json.Unmarshal(all["defaultAction"], &action); err != nil || !strings.HasPrefix(action, "SCMP_ACT_") {
		return nil, &Error{"it has no defaultAction such as SCMP_ACT_ERRNO"}
	}
	var rules []map[string]json.RawMessage
	if err := json.Unmarshal(all["syscalls"], &rules); err != nil || len(rules) == 0 {
		return nil, &Error{"it has no list of syscalls"}
	}
	var kept []any
	for i, rule := range rules {
		left, err := withoutNeeded(rule)
		if err != nil {
			return nil, &Error{fmt.Sprintf("syscalls[%d]: %v", i, err)}
		}
		if left {
			kept = append(kept, rule)
		}
	}
	widened, err := json.Marshal(append(kept, permit{Names: needed, Action: allow}))
	if err != nil {
		return nil, err
	}
	all["syscalls"] = widened
	return written(all)
}

// withoutNeeded takes what the sandbox needs out of a rule, as engines do not say which of two
// rules counts, and reports whether anything is left of it.
func withoutNeeded(rule map[string]json.RawMessage) (left bool, err error) {
	var names []string
	if rule["names"] == nil { // an old form, with one call in each rule
		var name string
		err = json.Unmarshal(rule["name"], &name)
		return !slices.Contains(needed, name), err
	}
	if err := json.Unmarshal(rule["names"], &names); err != nil {
		return false, err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(needed, name) })
	rule["names"], err = json.Marshal(names)
	return len(names) > 0, err
}

func written(value any) ([]byte, error) {
	text, err := json.MarshalIndent(value, "", "  ")
	return append(text, '\n'), err
}
