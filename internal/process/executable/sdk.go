package executable

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
)

// mostOfSDK is how many files are looked at. There are some for each game.
const mostOfSDK = 200

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
