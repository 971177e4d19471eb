package main

import (
	"bytes"
	"debug/pe"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// What a loader does to find a function by its name, with the standard library's reader. That
// Wine takes it is seen by .ci/wine, which runs programs with it.
func TestTheOneFunctionIsForwarded(t *testing.T) {
	made := library()
	file, err := pe.NewFile(bytes.NewReader(made))
	require.NoError(t, err)
	require.EqualValues(t, pe.IMAGE_FILE_MACHINE_AMD64, file.Machine)
	require.NotZero(t, file.Characteristics&pe.IMAGE_FILE_DLL)
	header := file.OptionalHeader.(*pe.OptionalHeader64)
	require.EqualValues(t, len(made), header.SizeOfHeaders+file.Sections[0].Size, "nothing is cut off")
	require.EqualValues(t, header.SizeOfImage, 2*header.SectionAlignment)

	section, err := file.Sections[0].Data()
	require.NoError(t, err)
	at := func(address uint32) []byte { return section[address-file.Sections[0].VirtualAddress:] }
	number := func(address uint32) uint32 { return binary.LittleEndian.Uint32(at(address)) }
	text := func(address uint32) string { said, _, _ := bytes.Cut(at(address), []byte{0}); return string(said) }

	directory := header.DataDirectory[pe.IMAGE_DIRECTORY_ENTRY_EXPORT]
	var exports exports
	require.NoError(t, binary.Read(bytes.NewReader(at(directory.VirtualAddress)), binary.LittleEndian, &exports))
	require.EqualValues(t, 1, exports.Functions)
	require.EqualValues(t, 1, exports.Names)
	require.Equal(t, "bcryptprimitives.dll", text(exports.Name))
	require.Equal(t, "ProcessPrng", text(number(exports.NameTable)))
	require.Zero(t, binary.LittleEndian.Uint16(at(exports.OrdinalTable)), "the name is that of the first function")

	function := number(exports.FunctionTable)
	require.Equal(t, "advapi32.SystemFunction036", text(function))
	require.GreaterOrEqual(t, function, directory.VirtualAddress, "an address outside of the directory is that of code")
	require.Less(t, function, directory.VirtualAddress+directory.Size)
}

// A prefix whose library is Wine's own keeps it.
func TestALibraryThatIsThereIsKept(t *testing.T) {
	prefix := t.TempDir()
	folder := filepath.Join(prefix, "drive_c", "windows", "system32")
	require.Error(t, put(prefix), "this is no prefix")
	require.NoError(t, os.MkdirAll(folder, 0o700))
	require.NoError(t, put(prefix))
	path := filepath.Join(folder, "bcryptprimitives.dll")
	written, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, library(), written)

	require.NoError(t, os.WriteFile(path, []byte("Wine's own"), 0o600))
	require.NoError(t, put(prefix))
	kept, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "Wine's own", string(kept))
}
