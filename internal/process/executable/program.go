// Package executable finds out what kind of program a file is, to explain why the
// system does not start it.
package executable

import (
	"bytes"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/botarena/arena/internal/base/hint"
)

// headSize is how many bytes of a file are looked at. A first line that names an
// interpreter is never longer: Linux reads only 256 bytes of it.
const headSize = 512

// IsScript reports whether a file begins with a line that names its interpreter.
// It is false for a file that can't be read.
func IsScript(path string) bool { return bytes.HasPrefix(head(path), []byte("#!")) }

// Interpreter returns the words of a first line that names an interpreter, such as
// "/usr/bin/env" and "python3". It returns nil if there is no such line.
func Interpreter(path string) []string {
	line, found := bytes.CutPrefix(head(path), []byte("#!"))
	if !found {
		return nil
	}
	line, _, _ = bytes.Cut(line, []byte("\n"))
	return strings.Fields(string(line))
}

// IsText reports whether a file looks like text. It is false for an empty file and
// for one that can't be read.
func IsText(path string) bool { return isText(head(path)) }

// Hint returns advice about a program that the system refused to start with the
// given error, or "" if there is none.
func Hint(path string, refused error) string {
	if fix := hint.OfFiles(refused); fix != "" {
		return fix
	}
	if !errors.Is(refused, syscall.ENOEXEC) && !errors.Is(refused, fs.ErrNotExist) {
		return ""
	}
	start := head(path)
	switch {
	case start == nil:
		return ""
	case len(start) == 0:
		return "it is an empty file"
	case bytes.HasPrefix(start, []byte("#!")):
		return interpreterHint(start)
	case bytes.HasPrefix(start, []byte("\ufeff#!")):
		return "a byte order mark stands before its #!: save it as UTF-8 without one"
	}
	if system := System(path); system != "" {
		return systemHint(path, system)
	}
	if isText(start) {
		return "begin it with #! and the program that reads it, as in " + exampleFirstLine +
			"; or give it the ending of its language, as in " + exampleFile
	}
	return "it is not a program that this system knows"
}

// head returns the beginning of a file, or nil if it can't be read. It opens files only: a
// pipe may never begin.
func head(path string) []byte {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer func() { _ = file.Close() }()
	start := make([]byte, headSize)
	n, err := io.ReadFull(file, start)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return start[:n]
}

func isText(start []byte) bool {
	for len(start) > utf8.UTFMax && !utf8.FullRune(start[len(start)-1:]) {
		start = start[:len(start)-1] // the last character may be cut off
	}
	return len(start) > 0 && utf8.Valid(start) && !bytes.ContainsRune(start, 0)
}

func interpreterHint(start []byte) string {
	line, _, _ := bytes.Cut(start[len("#!"):], []byte("\n"))
	text, windows := strings.CutSuffix(string(line), "\r")
	name, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	_, err := os.Stat(name)
	switch {
	case windows:
		return "its lines end with CR LF, as on Windows: save it with LF alone"
	case name == "":
		return "its first line names no interpreter after #!"
	case err != nil:
		return fmt.Sprintf("its first line names %q, which is not on this machine", name)
	}
	return fmt.Sprintf("its first line names %q, which can't be started either", name)
}

func systemHint(path, system string) string {
	own := runtime.GOOS + "/" + runtime.GOARCH
	if system != own {
		return fmt.Sprintf("it was built for %s, and this is %s; build it again: GOOS=%s GOARCH=%s go build",
			system, own, runtime.GOOS, runtime.GOARCH)
	}
	if loader := loaderOf(path); loader != "" {
		if _, err := os.Stat(loader); err != nil {
			return fmt.Sprintf("it needs %q, which is not on this machine; a bot that is linked statically needs no other file",
				loader)
		}
	}
	return "the file is damaged"
}

// System returns the system that a compiled program is for, such as "darwin/arm64".
// It returns "" for a file that isn't a compiled program.
func System(path string) string {
	if f, err := elf.Open(path); err == nil {
		defer func() { _ = f.Close() }()
		return elfSystem(f.OSABI) + "/" + known(elfMachines, f.Machine)
	}
	if f, err := pe.Open(path); err == nil {
		defer func() { _ = f.Close() }()
		return "windows/" + known(peMachines, f.Machine)
	}
	if f, err := macho.Open(path); err == nil {
		defer func() { _ = f.Close() }()
		return "darwin/" + known(machoMachines, f.Cpu)
	}
	if f, err := macho.OpenFat(path); err == nil {
		defer func() { _ = f.Close() }()
		return "darwin/" + known(machoMachines, f.Arches[0].Cpu)
	}
	return ""
}

func elfSystem(abi elf.OSABI) string {
	switch abi {
	case elf.ELFOSABI_FREEBSD:
		return "freebsd"
	case elf.ELFOSABI_OPENBSD:
		return "openbsd"
	case elf.ELFOSABI_NETBSD:
		return "netbsd"
	}
	return "linux"
}

// Go's names of processors.
var (
	elfMachines = map[elf.Machine]string{
		elf.EM_X86_64: "amd64", elf.EM_AARCH64: "arm64", elf.EM_386: "386", elf.EM_ARM: "arm", elf.EM_RISCV: "riscv64",
	}
	peMachines = map[uint16]string{
		pe.IMAGE_FILE_MACHINE_AMD64: "amd64", pe.IMAGE_FILE_MACHINE_ARM64: "arm64", pe.IMAGE_FILE_MACHINE_I386: "386",
	}
	machoMachines = map[macho.Cpu]string{macho.CpuAmd64: "amd64", macho.CpuArm64: "arm64"}
)

func known[M comparable](machines map[M]string, machine M) string {
	if name := machines[machine]; name != "" {
		return name
	}
	return "another processor"
}

// loaderOf returns the dynamic loader that an ELF program asks for, or "" if it needs
// none.
func loaderOf(path string) string {
	f, err := elf.Open(path)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	for _, p := range f.Progs {
		if p.Type != elf.PT_INTERP || p.Filesz > headSize {
			continue
		}
		name := make([]byte, p.Filesz)
		if _, err := io.ReadFull(p.Open(), name); err == nil {
			return string(bytes.TrimRight(name, "\x00"))
		}
	}
	return ""
}
