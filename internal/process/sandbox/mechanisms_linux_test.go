//go:build linux && (amd64 || arm64)

package sandbox

import (
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// kindsOf returns the ways without what they differ in for each kind.
func kindsOf(all []way) (kinds []way) {
	for _, w := range all {
		w.proc, w.tell, w.filter = false, false, false
		if len(kinds) == 0 || kinds[len(kinds)-1] != w {
			kinds = append(kinds, w)
		}
	}
	return kinds
}

// TestTheStrongestWayComesFirst: root loses its bots' own users only for something.
func TestTheStrongestWayComesFirst(t *testing.T) {
	const version = 7
	require.Equal(t, []way{
		{namespaces: true, ownUser: true, landlock: version},
		{namespaces: true, users: true, ownUser: true, landlock: version},
		{namespaces: true, users: true, landlock: version},
		{ownUser: true, landlock: version},
		{landlock: version},
		{namespaces: true, ownUser: true},
		{namespaces: true, users: true, ownUser: true},
		{namespaces: true, users: true},
	}, kindsOf(ways(true, version)))
	require.Equal(t, []way{
		{namespaces: true, users: true, landlock: version},
		{landlock: version},
		{namespaces: true, users: true},
	}, kindsOf(ways(false, version)))
	require.Equal(t, []way{{namespaces: true, users: true}}, kindsOf(ways(false, 0)))
	for _, w := range ways(true, version) {
		require.True(t, w.filter, "nobody plays without")
		require.True(t, w.namespaces || w.landlock >= leastLandlock, "nor without any of these")
	}
}

// TestEachKindOfWayIsTriedWithAllThatItMayHave, before it does without its own /proc, and without telling the arena.
func TestEachKindOfWayIsTriedWithAllThatItMayHave(t *testing.T) {
	const version = 7
	type extras struct{ proc, tell bool }
	found := make(map[way][]extras)
	for _, w := range ways(false, version) {
		kind := kindsOf([]way{w})[0]
		found[kind] = append(found[kind], extras{w.proc, w.tell})
	}
	require.Equal(t, map[way][]extras{
		{namespaces: true, users: true, landlock: version}: {{true, true}, {true, false}, {false, true}, {false, false}},
		{landlock: version}:             {{false, true}, {false, false}},
		{namespaces: true, users: true}: {{true, true}, {true, false}},
	}, found)
	for w, counts := range map[way]bool{{}: false, {users: true}: true, {ownUser: true}: true} {
		require.Equal(t, counts, w.countsThreads())
	}
}

// TestAWayThatMustFailIsNotTried: each costs some milliseconds, in every container.
func TestAWayThatMustFailIsNotTried(t *testing.T) {
	for step, want := range map[string][]way{
		"start":          {{proc: true, tell: true}},
		"mount /proc":    {{proc: true, tell: true}, {tell: true}},
		"seccomp":        {{proc: true, tell: true}, {proc: true}},
		"Landlock /proc": {{proc: true, tell: true}},
	} {
		var tried []way
		f := lookFor([]way{{proc: true, tell: true}, {proc: true}, {tell: true}, {}}, func(w way) (string, error) {
			tried = append(tried, w)
			return "", &StepError{step, syscall.EPERM}
		})
		require.Nil(t, f.best)
		require.Equal(t, want, tried, step)
	}
}

// TestRootHasAUserNamespaceAndOwnUsers is the second way, which the first hides on this machine.
func TestRootHasAUserNamespaceAndOwnUsers(t *testing.T) {
	if !canGiveUsers() {
		t.Skip("only root can give users")
	}
	w := way{namespaces: true, users: true, ownUser: true, proc: true, filter: true, tell: true}
	found, err := try(w)
	require.NoError(t, err)
	require.NoError(t, w.misses(found))
	a := (&Sandbox{way: w}).attributes(firstUser)
	require.Equal(t, firstUser, a.UidMappings[0].HostID, "not root, by whatever name")
	require.Equal(t, firstUser, a.GidMappings[0].HostID)
	require.False(t, a.Credential.NoSetGroups, "the groups of root's are left")
}

// TestHintsNameWhatHelps: no more, and for where we are.
func TestHintsNameWhatHelps(t *testing.T) {
	const profile = "--security-opt seccomp=arena.json, with the file that arena doctor seccomp prints"
	start, hostName, mount := &StepError{"start", syscall.EPERM}, &StepError{"mount host name", syscall.EPERM},
		&StepError{"mount /", syscall.EPERM}
	for _, c := range []struct {
		at   surroundings
		err  error
		want string
	}{
		{
			surroundings{},
			&os.SyscallError{Syscall: "clone", Err: syscall.ENOSPC},
			"this system allows none to users: sudo sysctl user.max_user_namespaces=10000",
		},
		{surroundings{container: true, filtered: true}, start, "inside a container: docker run " + profile},
		{
			surroundings{container: true, filtered: true, powerless: true},
			start,
			"inside a container: docker run --user 1000 " + profile,
		},
		{surroundings{container: true, powerless: true}, start, "inside a container: docker run --user 1000"},
		{
			surroundings{container: true, filtered: true, appArmor: true},
			&StepError{"mount /", syscall.EACCES},
			"inside a container: docker run --security-opt seccomp=arena.json --security-opt apparmor=unconfined, with the " +
				"file that arena doctor seccomp prints",
		},
		{
			surroundings{service: true, filtered: true},
			start,
			"in its service of systemd's: RestrictNamespaces=no, and clone in its SystemCallFilter=",
		},
		{
			surroundings{service: true, filtered: true},
			hostName,
			"in its service of systemd's: ProtectHostname=no, and sethostname in its SystemCallFilter=",
		},
		{
			surroundings{service: true, filtered: true, container: true},
			mount,
			"in its service of systemd's: mount, umount2, pivot_root, open_tree, move_mount and mount_setattr in its " +
				"SystemCallFilter=",
		},
		{surroundings{restricted: true}, mount, "on Ubuntu: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0"},
		{surroundings{}, start, "a kernel with user namespaces, Linux 5.13 or later"},
	} {
		_, fix := refusal{err: c.err}.explain(c.at)
		require.Equal(t, c.want, fix, "%+v", c.at)
	}
}
