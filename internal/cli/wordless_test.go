package cli

import (
	"os"

	"github.com/rogpeppe/go-internal/testscript"
)

// wordless is the script command "wordless FILE": it writes a bot in WebAssembly that says what every bot
// says first, reads once, and exits, which is a verdict in its first match.
func wordless(ts *testscript.TestScript, _ bool, args []string) {
	const hello = "arena 1\n"
	counted := func(s string) string { return string(rune(len(s))) + s } // of less than 128 bytes
	section := func(id, content string) string { return id + counted(content) }
	imported := func(name, kind string) string {
		return counted("wasi_snapshot_preview1") + counted(name) + "\x00" + kind
	}
	// fd_write(1, 0, 1, 32), then fd_read(0, 8, 1, 32): the text is at 16, as is said at 0; what is read comes to 64.
	body := "\x00" + "\x41\x01\x41\x00\x41\x01\x41\x20\x10\x00\x1a" + "\x41\x00\x41\x08\x41\x01\x41\x20\x10\x01\x1a" +
		"\x0b"
	data := "\x10\x00\x00\x00" + string(rune(len(hello))) + "\x00\x00\x00" + "\x30\x00\x00\x00" + "\x08\x00\x00\x00" +
		hello
	module := "\x00asm\x01\x00\x00\x00" +
		section("\x01", "\x02"+"\x60\x04\x7f\x7f\x7f\x7f\x01\x7f"+"\x60\x00\x00") +
		section("\x02", "\x02"+imported("fd_write", "\x00")+imported("fd_read", "\x00")) +
		section("\x03", "\x01\x01") + section("\x05", "\x01\x00\x01") +
		section("\x07", "\x02"+counted("_start")+"\x00\x02"+counted("memory")+"\x02\x00") +
		section("\x0a", "\x01"+counted(body)) + section("\x0b", "\x01\x00\x41\x00\x0b"+counted(data))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(module), 0o600))
}
