package executable

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// mostOfSDK is how many files are looked at. There are some for each game.
const mostOfSDK = 200

// Beside returns the paths of the files beside a script that it may read: those of an SDK, as one file or in the folder
// arena. The results of matches have such a name, too, and are not for bots.
func Beside(script string) (paths []string) {
	folder := filepath.Dir(script)
	entries, _ := os.ReadDir(folder) // entries that could be read count
	for _, entry := range entries {
		name := entry.Name()
		isSDK := entry.Type().IsRegular() && strings.HasPrefix(name, "arena.") && !strings.HasPrefix(name, "arena.db")
		if isSDK && name != filepath.Base(script) {
			paths = append(paths, filepath.Join(folder, name))
		}
	}
	return append(paths, SDKBeside(script)...)
}

// SDKBeside returns the paths of the files of an SDK that is in the folder arena beside a
// script. Links are left out, as they could lead anywhere.
func SDKBeside(script string) (paths []string) {
	folder := filepath.Join(filepath.Dir(script), "arena")
	if info, err := os.Lstat(folder); err != nil || !info.IsDir() || !isSDK(folder) {
		return nil
	}
	entries, _ := os.ReadDir(folder) // entries that could be read count
	for _, entry := range entries[:min(len(entries), mostOfSDK)] {
		if entry.Type().IsRegular() && slices.Contains(sdkEndings, filepath.Ext(entry.Name())) {
			paths = append(paths, filepath.Join(folder, entry.Name()))
		}
	}
	return paths
}

func isSDK(folder string) bool {
	for name, mark := range sdkMarks {
		if beginsWith(filepath.Join(folder, name), mark) {
			return true
		}
	}
	return false
}

func beginsWith(path, mark string) bool {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close() //nolint:errcheck // it was only read
	begin := make([]byte, len(mark))
	n, _ := file.Read(begin)
	return bytes.Equal(begin[:n], []byte(mark))
}
