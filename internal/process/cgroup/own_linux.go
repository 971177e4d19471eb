package cgroup

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ownGroup returns the folder of the group that we are in: of version 1 for a controller,
// or of version 2 if that is "". It returns "" if there is none.
func ownGroup(controller string) string {
	mounts, _ := os.ReadFile("/proc/self/mountinfo")
	groups, _ := os.ReadFile("/proc/self/cgroup")
	return folderOf(string(mounts), string(groups), controller)
}

// folderOf reads the texts of /proc/self/mountinfo and /proc/self/cgroup.
func folderOf(mounts, groups, controller string) string {
	group, is := groupOf(groups, controller)
	if !is {
		return ""
	}
	for line := range strings.Lines(mounts) {
		// For example: 30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw
		head, tail, _ := strings.Cut(strings.TrimSpace(line), " - ")
		fields, system := strings.Fields(head), strings.Fields(tail)
		if len(fields) < 5 || len(system) < 3 || !holds(system[0], system[2], controller) {
			continue
		}
		root, folder := unescape.Replace(fields[3]), unescape.Replace(fields[4])
		below, is := strings.CutPrefix(group, strings.TrimSuffix(root, "/"))
		if is && (below == "" || below[0] == '/') && !strings.HasPrefix(below, "/..") { // else the mount shows others alone
			return filepath.Join(folder, below)
		}
	}
	return ""
}

// groupOf returns the path of a group in its tree. A line has a number, the controllers,
// which version 2 leaves empty, and the path.
func groupOf(groups, controller string) (path string, is bool) {
	for line := range strings.Lines(groups) {
		part := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(part) == 3 && slices.Contains(strings.Split(part[1], ","), controller) {
			return part[2], true
		}
	}
	return "", false
}

// holds reports whether a file system is the tree of a controller, or that of version 2.
func holds(system, options, controller string) bool {
	if controller == "" {
		return system == "cgroup2"
	}
	return system == "cgroup" && slices.Contains(strings.Split(options, ","), controller)
}

// unescape undoes what the kernel does with a path in mountinfo.
var unescape = strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`)
