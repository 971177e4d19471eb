package wasm_test

import "encoding/binary"

// byHand is a module that no compiler would make: it says what every bot says first, waits
// for a match, and then runs its body.
type byHand struct {
	body    []byte // of _start
	other   []byte // of another function, if there is one, the next after _start
	begins  bool   // the other function runs before all else
	pages   uint64 // of memory
	imports string // a further function, as "module\x00name"
	noStart bool   // _start has another name
	table   []byte // its kind and limits
}

// Instructions.
const (
	opUnreachable, opLoop, opEnd, opBr, opCall, opDrop, opI32Const = 0x00, 0x03, 0x0b, 0x0c, 0x10, 0x1a, 0x41
	opMemoryGrow, opI32Add                                         = 0x40, 0x6a
	empty                                                          = 0x40 // the type of a block
	i32                                                            = 0x7f
)

// own is the number of _start, which comes behind the imports.
func (m byHand) own() byte {
	if m.imports != "" {
		return 3
	}
	return 2
}

func vector(items ...[]byte) []byte {
	v := binary.AppendUvarint(nil, uint64(len(items)))
	for _, i := range items {
		v = append(v, i...)
	}
	return v
}

func text(s string) []byte { return append(binary.AppendUvarint(nil, uint64(len(s))), s...) }

func section(id byte, content []byte) []byte {
	return append(binary.AppendUvarint([]byte{id}, uint64(len(content))), content...)
}

func join(parts ...[]byte) (all []byte) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

func code(locals, body []byte) []byte {
	whole := join(locals, body, []byte{opEnd})
	return append(binary.AppendUvarint(nil, uint64(len(whole))), whole...)
}

// module returns the module's file.
func (m byHand) module() []byte {
	const hello = "arena 1\n"
	const wasi = "wasi_snapshot_preview1"
	imports := [][]byte{join(text(wasi), text("fd_write"), []byte{0, 0}), join(text(wasi), text("fd_read"), []byte{0, 0})}
	if m.imports != "" {
		module, name, _ := cut(m.imports)
		imports = append(imports, join(text(module), text(name), []byte{0, 1}))
	}
	functions := [][]byte{{1}}
	bodies := [][]byte{code(vector(), join(
		// fd_write(1, 0, 1, 32): the text at 16, as is said at 0; then fd_read(0, 8, 1, 32)
		[]byte{opI32Const, 1, opI32Const, 0, opI32Const, 1, opI32Const, 32, opCall, 0, opDrop},
		[]byte{opI32Const, 0, opI32Const, 8, opI32Const, 1, opI32Const, 32, opCall, 1, opDrop}, m.body))}
	name := "_start"
	if m.noStart {
		name = "main"
	}
	whole := join([]byte("\x00asm\x01\x00\x00\x00"),
		section(1, vector([]byte{0x60, 4, i32, i32, i32, i32, 1, i32}, []byte{0x60, 0, 0})),
		section(2, vector(imports...)))
	var start []byte
	if m.other != nil {
		functions = append(functions, []byte{1})
		bodies = append(bodies, code(vector(), m.other))
	}
	if m.begins {
		start = section(8, []byte{m.own() + 1})
	}
	whole = append(whole, section(3, vector(functions...))...)
	if m.table != nil {
		whole = append(whole, section(4, vector(m.table))...)
	}
	return join(whole,
		section(5, vector(append([]byte{0}, binary.AppendUvarint(nil, max(m.pages, 1))...))),
		section(7, vector(join(text(name), []byte{0, m.own()}), join(text("memory"), []byte{2, 0}))),
		start,
		section(10, vector(bodies...)),
		section(
			11,
			vector(
				join(
					[]byte{0, opI32Const, 0, opEnd},
					text("\x10\x00\x00\x00\x08\x00\x00\x00\x40\x00\x00\x00\x00\x10\x00\x00"+hello)))))
}

func cut(pair string) (before, after string, found bool) {
	for i := range pair {
		if pair[i] == 0 {
			return pair[:i], pair[i+1:], true
		}
	}
	return pair, "", false
}
