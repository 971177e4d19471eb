// Package plaintext reads texts that people bring, in whatever way their editor or shell has saved them.
package plaintext

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
)

// mark is the byte order mark with which programs of Windows begin a text.
const mark = "\ufeff"

// Of returns a text as UTF-8 with lines that end in LF alone. UTF-16 is told by the mark that it begins with, as
// Windows PowerShell writes it; a mark is dropped. What has none, and no CR before an LF, is returned as it is, be it
// text or not.
func Of(file []byte) []byte {
	switch {
	case bytes.HasPrefix(file, []byte("\xff\xfe")):
		file = utf8Of(file[2:], binary.LittleEndian)
	case bytes.HasPrefix(file, []byte("\xfe\xff")):
		file = utf8Of(file[2:], binary.BigEndian)
	}
	file = bytes.TrimPrefix(file, []byte(mark))
	if !bytes.Contains(file, []byte("\r\n")) {
		return file
	}
	return bytes.ReplaceAll(file, []byte("\r\n"), []byte("\n"))
}

// utf8Of drops half a unit at the end: there may be more to come.
func utf8Of(file []byte, order binary.ByteOrder) []byte {
	units := make([]uint16, len(file)/2)
	for i := range units {
		units[i] = order.Uint16(file[2*i:])
	}
	return []byte(string(utf16.Decode(units)))
}
