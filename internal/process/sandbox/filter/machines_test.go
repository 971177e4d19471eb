package filter_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// These tests read the rules of both machines as text, so that either is checked on any machine.

// numbers returns the numbers of all system calls of a machine, as package unix has them.
func numbers(t *testing.T, machine string) map[string]int {
	t.Helper()
	folder, err := exec.CommandContext(t.Context(), "go", "list", "-f", "{{.Dir}}", "golang.org/x/sys/unix").Output()
	require.NoError(t, err)
	file, err := parser.ParseFile(token.NewFileSet(),
		filepath.Join(strings.TrimSpace(string(folder)), "zsysnum_linux_"+machine+".go"), nil, 0)
	require.NoError(t, err)
	all := make(map[string]int)
	ast.Inspect(file, func(n ast.Node) bool {
		if v, is := n.(*ast.ValueSpec); is {
			number, err := strconv.Atoi(v.Values[0].(*ast.BasicLit).Value) //nolint:forcetypeassert // all are
			require.NoError(t, err)
			all[v.Names[0].Name] = number
		}
		return true
	})
	require.Greater(t, len(all), 300)
	return all
}

// named returns the system calls that the rules in a file name.
func named(t *testing.T, path string) map[string]bool {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	require.NoError(t, err)
	all := make(map[string]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		if s, is := n.(*ast.SelectorExpr); is && strings.HasPrefix(s.Sel.Name, "SYS_") {
			all[s.Sel.Name] = true
		}
		return true
	})
	require.NotEmpty(t, all)
	return all
}

// onlyHere are the calls of a machine that the other one has not, of those that rules name.
var onlyHere = map[string][]string{
	"amd64": {
		"SYS_OPEN", "SYS_STAT", "SYS_LSTAT", "SYS_ACCESS", "SYS_READLINK", "SYS_GETDENTS", "SYS_MKDIR", "SYS_RMDIR",
		"SYS_UNLINK", "SYS_RENAME", "SYS_CREAT", "SYS_DUP2", "SYS_PIPE", "SYS_POLL", "SYS_SELECT", "SYS_EPOLL_CREATE",
		"SYS_EPOLL_WAIT",
		"SYS_EVENTFD", "SYS_SIGNALFD", "SYS_PAUSE", "SYS_ALARM", "SYS_TIME", "SYS_GETPGRP", "SYS_ARCH_PRCTL", "SYS_FORK",
		"SYS_VFORK",
		"SYS_SYMLINK", "SYS_LINK", "SYS_MKNOD", "SYS_CHOWN", "SYS_LCHOWN", "SYS_INOTIFY_INIT", "SYS_IOPERM", "SYS_IOPL",
		"SYS_MODIFY_LDT", "SYS_CHMOD", "SYS_UTIME", "SYS_UTIMES", "SYS_FUTIMESAT",
	},
	"arm64": {},
}

// TestRulesOfBothMachinesNameTheSameCalls but for those that only one has: no call may be
// forgotten for the machine on which nobody looks.
func TestRulesOfBothMachinesNameTheSameCalls(t *testing.T) {
	common := named(t, "rules_linux.go")
	all := map[string]map[string]int{"amd64": numbers(t, "amd64"), "arm64": numbers(t, "arm64")}
	here := map[string]map[string]bool{
		"amd64": named(t, "rules_linux_amd64.go"),
		"arm64": named(t, "rules_linux_arm64.go"),
	}
	for machine, other := range map[string]string{"amd64": "arm64", "arm64": "amd64"} {
		var only []string
		for call := range common {
			_, has := all[machine][call]
			require.True(t, has, "%s: a call of both, which %s has not", call, machine)
		}
		for call := range here[machine] {
			_, has := all[machine][call]
			require.True(t, has, "%s: %s has none of this name", call, machine)
			require.NotContains(t, common, call, "it has a rule on both")
			if _, has := all[other][call]; has {
				require.Contains(t, here[other], call, "%s has it, too, and no rule for it", other)
				continue
			}
			only = append(only, call)
		}
		require.ElementsMatch(t, onlyHere[machine], only, machine)
	}
}

// TestEachNumberIsOneCall: the filter judges by the number alone.
func TestEachNumberIsOneCall(t *testing.T) {
	for _, machine := range []string{"amd64", "arm64"} {
		calls := make(map[int]string)
		all := numbers(t, machine)
		for _, file := range []string{"rules_linux.go", "rules_linux_" + machine + ".go"} {
			for call := range named(t, file) {
				require.Empty(t, calls[all[call]], "%s: %s has the number of another", machine, call)
				require.Less(t, all[call], 0x4000_0000, "the calls of x32 begin there")
				calls[all[call]] = call
			}
		}
	}
}

// TestCallsThatOnlyArm64HasDoNotExistForABot: no rule names those that amd64 has not. A new one is
// looked at here first.
func TestCallsThatOnlyArm64HasDoNotExistForABot(t *testing.T) {
	amd64, judged := numbers(t, "amd64"), named(t, "rules_linux_arm64.go")
	var absent []string
	for call := range numbers(t, "arm64") {
		if _, has := amd64[call]; !has && !judged[call] {
			absent = append(absent, call)
		}
	}
	require.ElementsMatch(t, []string{"SYS_ARCH_SPECIFIC_SYSCALL"}, absent)
}
