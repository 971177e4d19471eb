package main

import (
	"bytes"
	"debug/pe"
	"encoding/binary"
)

// The library, its function, and that of another library to which this one is forwarded: it
// is known as RtlGenRandom, and takes the same arguments.
const (
	name     = "bcryptprimitives.dll"
	function = "ProcessPrng"
	forward  = "advapi32.SystemFunction036"
)

const (
	page   = 0x1000 // loaded parts begin at multiples of it
	sector = 0x200  // the same in the file: one for the headers, one for the only section
)

// exports is the directory of a library's functions. What isn't a number of things is an
// address, relative to where the library is loaded.
type exports struct {
	Characteristics, TimeStamp, Version    uint32
	Name                                   uint32
	FirstOrdinal, Functions, Names         uint32 // numbers
	FunctionTable, NameTable, OrdinalTable uint32
}

// tables are those of one function.
type tables struct {
	Function, Name uint32
	Ordinal        uint16
}

// library returns a library without code.
func library() []byte {
	section := exportSection()
	var file bytes.Buffer
	write := func(parts ...any) {
		for _, part := range parts {
			_ = binary.Write(&file, binary.LittleEndian, part) // to memory, of fixed sizes
		}
	}
	dos := [0x40]byte{'M', 'Z', 0x3c: 0x40} // where the rest begins
	write(dos, [4]byte{'P', 'E'}, fileHeader(), optionalHeader(len(section)), sectionHeader(len(section)))
	file.Write(make([]byte, sector-file.Len()))
	file.Write(section)
	file.Write(make([]byte, 2*sector-file.Len()))
	return file.Bytes()
}

// exportSection returns directory, tables and names, one after the other. Where the address of
// the function's code would be is that of the other function's name, which lies inside
// of the directory's section: this is what tells the two apart.
func exportSection() []byte {
	atTables := uint32(page + binary.Size(exports{}))
	atName := atTables + uint32(binary.Size(tables{}))
	atFunction := atName + uint32(len(name)+1)
	atForward := atFunction + uint32(len(function)+1)
	var section bytes.Buffer
	_ = binary.Write(&section, binary.LittleEndian, exports{
		Name: atName, FirstOrdinal: 1, Functions: 1, Names: 1,
		FunctionTable: atTables, NameTable: atTables + 4, OrdinalTable: atTables + 8,
	})
	_ = binary.Write(&section, binary.LittleEndian, tables{Function: atForward, Name: atFunction})
	section.WriteString(name + "\x00" + function + "\x00" + forward + "\x00")
	return section.Bytes()
}

func fileHeader() pe.FileHeader {
	return pe.FileHeader{
		Machine:              pe.IMAGE_FILE_MACHINE_AMD64,
		NumberOfSections:     1,
		SizeOfOptionalHeader: uint16(binary.Size(pe.OptionalHeader64{})),
		Characteristics:      pe.IMAGE_FILE_EXECUTABLE_IMAGE | pe.IMAGE_FILE_LARGE_ADDRESS_AWARE | pe.IMAGE_FILE_DLL,
	}
}

func optionalHeader(size int) pe.OptionalHeader64 {
	h := pe.OptionalHeader64{
		Magic:                 0x20b, // of 64 bits
		SizeOfInitializedData: sector,
		ImageBase:             0x1_8000_0000, // the usual one
		SectionAlignment:      page, FileAlignment: sector,
		MajorOperatingSystemVersion: 6, MajorSubsystemVersion: 6,
		SizeOfImage: 2 * page, SizeOfHeaders: sector,
		Subsystem: pe.IMAGE_SUBSYSTEM_WINDOWS_CUI,
		DllCharacteristics: pe.IMAGE_DLLCHARACTERISTICS_DYNAMIC_BASE | pe.IMAGE_DLLCHARACTERISTICS_HIGH_ENTROPY_VA |
			pe.IMAGE_DLLCHARACTERISTICS_NX_COMPAT,
		SizeOfStackReserve: 1 << 20, SizeOfStackCommit: page, SizeOfHeapReserve: 1 << 20, SizeOfHeapCommit: page,
		NumberOfRvaAndSizes: 16,
	}
	h.DataDirectory[pe.IMAGE_DIRECTORY_ENTRY_EXPORT] = pe.DataDirectory{VirtualAddress: page, Size: uint32(size)}
	return h
}

func sectionHeader(size int) pe.SectionHeader32 {
	return pe.SectionHeader32{
		Name:        [8]uint8{'.', 'e', 'd', 'a', 't', 'a'},
		VirtualSize: uint32(size), VirtualAddress: page,
		SizeOfRawData: sector, PointerToRawData: sector,
		Characteristics: pe.IMAGE_SCN_CNT_INITIALIZED_DATA | pe.IMAGE_SCN_MEM_READ,
	}
}
