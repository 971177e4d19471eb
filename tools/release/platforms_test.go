package main

import (
	"bytes"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEachSystemIsReleasedForBothProcessors: Linux, macOS and Windows.
func TestEachSystemIsReleasedForBothProcessors(t *testing.T) {
	released := make(map[string][]string)
	for _, p := range allPlatforms {
		released[p.os] = append(released[p.os], p.arch)
	}
	both := []string{"amd64", "arm64"}
	require.Equal(t, map[string][]string{"linux": both, "darwin": both, "windows": both}, released)
}

// TestAProgramIsForItsPlatform compiles a small one for each as the arena is compiled, and reads which
// machine it is for.
func TestAProgramIsForItsPlatform(t *testing.T) {
	folder := t.TempDir()
	main := filepath.Join(folder, "cmd", "arena", "main.go")
	require.NoError(t, os.MkdirAll(filepath.Dir(main), 0o755))
	require.NoError(t, os.WriteFile(main, []byte("package main\n\nfunc main() { println() }\n"), 0o644))
	require.NoError(
		t, os.WriteFile(filepath.Join(folder, "go.mod"), []byte("module example.com/small\n\ngo 1.26\n"), 0o644))
	for _, p := range allPlatforms {
		t.Run(p.String(), func(t *testing.T) {
			data, err := compile(t.Context(), source{folder: folder}, p, "./cmd/arena",
				filepath.Join(t.TempDir(), p.executable("arena")))
			require.NoError(t, err)
			require.Equal(t, p, platformOf(t, data))
		})
	}
}

// platformOf returns the platform that a program says it is for.
func platformOf(t *testing.T, program []byte) platform {
	t.Helper()
	r := bytes.NewReader(program)
	if f, err := elf.NewFile(r); err == nil {
		return platform{"linux", map[elf.Machine]string{elf.EM_X86_64: "amd64", elf.EM_AARCH64: "arm64"}[f.Machine]}
	}
	if f, err := macho.NewFile(r); err == nil {
		return platform{"darwin", map[macho.Cpu]string{macho.CpuAmd64: "amd64", macho.CpuArm64: "arm64"}[f.Cpu]}
	}
	f, err := pe.NewFile(r)
	require.NoError(t, err, "neither ELF nor Mach-O nor PE")
	return platform{"windows", map[uint16]string{
		pe.IMAGE_FILE_MACHINE_AMD64: "amd64",
		pe.IMAGE_FILE_MACHINE_ARM64: "arm64",
	}[f.Machine]}
}
