package host

import (
	"os"
	"strconv"
	"strings"
)

// statusOf returns what /proc/PID/status says of a process or thread: the first number of
// each line, by its name. Nothing is said of one that has been reaped.
func statusOf(pid int) map[string]int64 {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	status := make(map[string]int64)
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		fields := strings.Fields(value)
		if len(fields) == 0 {
			continue
		}
		if number, err := strconv.ParseInt(fields[0], 10, 64); err == nil {
			status[name] = number
		}
	}
	return status
}
