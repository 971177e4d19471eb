package executable_test

import (
	"bytes"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/executable"
)

func write(t *testing.T, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bot")
	require.NoError(t, os.WriteFile(path, content, 0o700)) //nolint:gosec // it is to be started
	return path
}

// peFile and machoFile are heads of programs for Windows and macOS.
func peFile(machine uint16) []byte {
	file := make([]byte, 0x40, 0x80)
	copy(file, "MZ")
	file[0x3c] = 0x40 // where the rest begins
	file = append(file, "PE\x00\x00"...)
	file = binary.LittleEndian.AppendUint16(file, machine)
	return append(file, make([]byte, 0x80)...)
}

func machoFile(cpu macho.Cpu) []byte {
	file := binary.LittleEndian.AppendUint32(nil, macho.Magic64)
	file = binary.LittleEndian.AppendUint32(file, uint32(cpu))
	return append(file, make([]byte, 24)...)
}

// fatFile holds a program for several processors.
func fatFile(cpu macho.Cpu) []byte {
	const at = 0x100
	inner := machoFile(cpu)
	file := binary.BigEndian.AppendUint32(nil, macho.MagicFat)
	for _, n := range []uint32{1, uint32(cpu), 0, at, uint32(len(inner)), 2} {
		file = binary.BigEndian.AppendUint32(file, n)
	}
	return append(append(file, make([]byte, at-len(file))...), inner...)
}

// elfFile is the head of a program for this machine's kind of processor, with a
// loader if there is a name for one.
func elfFile(machine elf.Machine, abi elf.OSABI, loader string) []byte {
	const headerSize, progSize = 64, 56
	header := elf.Header64{
		Type: uint16(elf.ET_EXEC), Machine: uint16(machine), Version: uint32(elf.EV_CURRENT),
		Ehsize: headerSize, Phoff: headerSize, Phentsize: progSize, Phnum: 1,
	}
	copy(header.Ident[:], "\x7fELF")
	header.Ident[elf.EI_CLASS], header.Ident[elf.EI_DATA], header.Ident[elf.EI_VERSION] = byte(elf.ELFCLASS64),
		byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)
	header.Ident[elf.EI_OSABI] = byte(abi)
	prog := elf.Prog64{Type: uint32(elf.PT_INTERP), Off: headerSize + progSize, Filesz: uint64(len(loader) + 1)}
	if loader == "" {
		prog.Type = uint32(elf.PT_NULL)
	}
	var file bytes.Buffer
	_ = binary.Write(&file, binary.LittleEndian, header)
	_ = binary.Write(&file, binary.LittleEndian, prog)
	file.WriteString(loader + "\x00")
	return file.Bytes()
}

func TestHintSaysWhyAProgramDoesNotStart(t *testing.T) {
	own := runtime.GOOS + "/" + runtime.GOARCH
	forOwn := ", and this is " + own + "; build it again: GOOS=" + runtime.GOOS + " GOARCH=" + runtime.GOARCH + " go build"
	for _, c := range []struct {
		name string
		path string
		want string
	}{
		{"empty", write(t, nil), "it is an empty file"},
		{
			"a mark before the first line", write(t, []byte("\ufeff#!/usr/bin/env python3\n")),
			"a byte order mark stands before its #!: save it as UTF-8 without one",
		},
		{
			"text", write(t, []byte("hello\n")),
			"begin it with #! and the program that reads it, as in #!/usr/bin/env python3; or give it the ending of its " +
				"language, as in mybot.py",
		},
		{
			"text, cut in a character", write(t, []byte(strings.Repeat("é", 257)[1:])),
			"it is not a program that this system knows",
		},
		{
			"long text", write(t, []byte("x"+strings.Repeat("é", 600))),
			"begin it with #! and the program that reads it, as in #!/usr/bin/env python3; or give it the ending of its " +
				"language, as in mybot.py",
		},
		{"no interpreter", write(t, []byte("#!\n")), "its first line names no interpreter after #!"},
		{
			"missing interpreter", write(t, []byte("#! /bin/nowhere -x\n")),
			`its first line names "/bin/nowhere", which is not on this machine`,
		},
		{
			"interpreter that is a folder", write(t, []byte("#!/\n")),
			`its first line names "/", which can't be started either`,
		},
		{
			"saved on Windows", write(t, []byte("#!/bin/sh\r\necho\r\n")),
			"its lines end with CR LF, as on Windows: save it with LF alone",
		},
		{"bytes", write(t, []byte{1, 2, 0, 0xff}), "it is not a program that this system knows"},
		{"windows", write(t, peFile(pe.IMAGE_FILE_MACHINE_AMD64)), "it was built for windows/amd64" + forOwn},
		{"macOS", write(t, machoFile(macho.CpuArm64)), "it was built for darwin/arm64" + forOwn},
		{"macOS, several processors", write(t, fatFile(macho.CpuArm64)), "it was built for darwin/arm64" + forOwn},
		{"32 bits", write(t, elfFile(elf.EM_386, elf.ELFOSABI_NONE, "")), "it was built for linux/386" + forOwn},
		{"FreeBSD", write(t, elfFile(elf.EM_X86_64, elf.ELFOSABI_FREEBSD, "")), "it was built for freebsd/amd64" + forOwn},
		{"OpenBSD", write(t, elfFile(elf.EM_X86_64, elf.ELFOSABI_OPENBSD, "")), "it was built for openbsd/amd64" + forOwn},
		{"NetBSD", write(t, elfFile(elf.EM_X86_64, elf.ELFOSABI_NETBSD, "")), "it was built for netbsd/amd64" + forOwn},
		{
			"unusual processor", write(t, elfFile(elf.EM_S390, elf.ELFOSABI_NONE, "")),
			"it was built for linux/another processor" + forOwn,
		},
		{"nothing at all", filepath.Join(t.TempDir(), "bot"), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, executable.Hint(c.path, syscall.ENOEXEC))
			require.Equal(t, c.want, executable.Hint(c.path, &os.PathError{Op: "fork/exec", Path: c.path, Err: syscall.ENOENT}))
			require.Empty(t, executable.Hint(c.path, syscall.EAGAIN), "not the file's fault")
		})
	}
}

func TestHintWhenThereAreTooManyOpenFiles(t *testing.T) {
	for _, err := range []error{
		syscall.EMFILE, &os.PathError{Op: "open", Path: "x", Err: syscall.EMFILE}, errors.New("pipe2: too many open files"),
	} {
		require.Contains(t, executable.Hint("x", err), "ulimit -n 1024 raises")
	}
}

func TestHintForAProgramOfThisSystem(t *testing.T) {
	machine, ok := map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}[runtime.GOARCH]
	if runtime.GOOS != "linux" || !ok {
		t.Skip("the files are for Linux on amd64 and arm64")
	}
	require.Equal(
		t, `it needs "/lib/ld-nowhere.so", which is not on this machine; a bot that is linked statically needs no other file`,
		executable.Hint(write(t, elfFile(machine, elf.ELFOSABI_NONE, "/lib/ld-nowhere.so")), syscall.ENOENT))
	require.Equal(
		t, "the file is damaged", executable.Hint(write(t, elfFile(machine, elf.ELFOSABI_NONE, "")), syscall.ENOEXEC))
	require.Equal(
		t, "the file is damaged", executable.Hint(write(t, elfFile(machine, elf.ELFOSABI_NONE, "/")), syscall.ENOEXEC))
}

func TestKindsOfFiles(t *testing.T) {
	require.True(t, executable.IsScript(write(t, []byte("#!/bin/sh\n"))))
	require.False(t, executable.IsScript(write(t, []byte(" #!/bin/sh\n"))))
	require.Equal(t, []string{"/usr/bin/env", "-S", "python3"},
		executable.Interpreter(write(t, []byte("#! /usr/bin/env -S python3\r\nx\n"))))
	require.Nil(t, executable.Interpreter(write(t, []byte("x\n#!/bin/sh\n"))))
	require.True(t, executable.IsText(write(t, []byte("hello"))))
	for _, content := range [][]byte{nil, {0}, {0xff}} {
		require.False(t, executable.IsText(write(t, content)))
	}
	missing := filepath.Join(t.TempDir(), "bot")
	require.False(t, executable.IsScript(missing))
	require.False(t, executable.IsText(missing))
}
