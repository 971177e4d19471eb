package runner

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// module has the parts of a WebAssembly module that tell whether it can be a bot. The
// compiler validates the rest.
type module struct{ rest []byte }

// Sections of a module, and kinds of what it imports and exports.
const (
	typeSection, importSection, tableSection, exportSection = 1, 2, 4, 7
	aFunction, aTable, aMemory, aGlobal                     = 0, 1, 2, 3
)

// ofFunction begins the type of a function. Compilers of languages with a garbage collector write others.
const ofFunction = 0x60

// largestTable is how many entries a table may have, and all together when the module begins. They
// are no memory of the module's, but of what runs it. Compilers make one table.
const (
	largestTable = 1 << 20
	mostTables   = 16
)

// Kinds of tables. There are other ways to write them, which a limit would be missed in.
const (
	ofFunctions = 0x70
	ofObjects   = 0x6f
)

var (
	errCut       = errors.New("is damaged or cut off")
	errCollected = errors.New("needs WebAssembly's garbage collection, as modules of Kotlin do, which the arena has not")
	errOtherKind = errors.New("has a table of a kind that the arena does not know")
)

// checkModule returns why a module can't be a bot, in words that follow "it". What the
// arena offers to modules is known by name.
func checkModule(file []byte, offered map[string]bool) error {
	head, ok := bytes.CutPrefix(file, []byte("\x00asm"))
	switch {
	case !ok:
		return errors.New("is not a WebAssembly module")
	case len(head) < 4:
		return errCut
	case binary.LittleEndian.Uint32(head) == 0x1000d:
		return errors.New("is a component, of WASI preview 2 or later, and not a module for preview 1")
	case binary.LittleEndian.Uint32(head) != 1:
		return errors.New("is of a version of WebAssembly that the arena does not know")
	}
	starts := false
	for m := (module{head[4:]}); len(m.rest) > 0; {
		id, err := m.byte()
		if err != nil {
			return err
		}
		content, err := m.bytes()
		if err != nil {
			return err
		}
		section := module{content}
		switch id {
		case typeSection:
			err = section.each(section.checkType)
		case importSection:
			err = section.each(func() error { return section.checkImport(offered) })
		case tableSection:
			err = section.checkTables()
		case exportSection:
			err = section.each(func() error {
				name, err := section.bytes()
				kind, _ := section.byte()
				_, cut := section.number()
				starts = starts || string(name) == "_start" && kind == aFunction
				return errors.Join(err, cut)
			})
		}
		if errors.Is(err, errCut) {
			return errCut
		}
		if err != nil {
			return err
		}
	}
	if !starts {
		return errors.New(`has no function "_start", with which a program for WASI begins; is it a library?`)
	}
	return nil
}

func (m *module) byte() (byte, error) {
	if len(m.rest) == 0 {
		return 0, errCut
	}
	b := m.rest[0]
	m.rest = m.rest[1:]
	return b, nil
}

func (m *module) number() (uint64, error) {
	n, size := binary.Uvarint(m.rest)
	if size <= 0 {
		return 0, errCut
	}
	m.rest = m.rest[size:]
	return n, nil
}

// bytes reads a size and as many bytes.
func (m *module) bytes() ([]byte, error) {
	size, err := m.number()
	if err != nil || size > uint64(len(m.rest)) {
		return nil, errCut
	}
	b := m.rest[:size]
	m.rest = m.rest[size:]
	return b, nil
}

// each reads a number and calls read as often.
func (m *module) each(read func() error) error {
	n, err := m.number()
	for ; err == nil && n > 0; n-- {
		err = read()
	}
	return err
}

// table is a line of the section of tables.
type table struct {
	kind, flags byte
	least, most uint64
}

func (m *module) table() (t table, err error) {
	if t.kind, err = m.byte(); err != nil {
		return t, err
	}
	if t.flags, err = m.byte(); err != nil {
		return t, err
	}
	if t.kind != ofFunctions && t.kind != ofObjects || t.flags > 1 {
		return t, errOtherKind
	}
	if t.least, err = m.number(); err != nil || t.flags == 0 {
		return t, err
	}
	t.most, err = m.number()
	return t, err
}

func (m *module) checkType() error {
	form, err := m.byte()
	if err == nil && form != ofFunction {
		return errCollected
	}
	_, cut := m.bytes() // what it takes
	_, cut2 := m.bytes()
	return errors.Join(err, cut, cut2)
}

func (m *module) checkImport(offered map[string]bool) error {
	from, err := m.bytes()
	if err != nil {
		return err
	}
	name, err := m.bytes()
	if err != nil {
		return err
	}
	kind, err := m.byte()
	if err != nil {
		return err
	}
	if whole := string(from) + "." + string(name); kind != aFunction || !offered[whole] {
		what := map[byte]string{aFunction: "function", aTable: "table", aMemory: "memory", aGlobal: "variable"}[kind]
		if what == "" {
			what = "thing"
		}
		return fmt.Errorf("needs the %s %.200q, which is not of WASI preview 1", what, whole)
	}
	_, err = m.number() // its type
	return err
}

func (m *module) checkTables() error {
	tables, entries := 0, uint64(0)
	return m.each(func() error {
		t, err := m.table()
		if err != nil {
			return err
		}
		if tables++; tables > mostTables {
			return fmt.Errorf("has more than %d tables", mostTables)
		}
		if entries += min(t.least, largestTable+1); entries > largestTable {
			return fmt.Errorf("has tables of more than %d entries", largestTable)
		}
		return nil
	})
}

// boundTables returns a module whose tables don't grow beyond a sensible size. It changes
// nothing else of a sound module, and nothing of any other.
func boundTables(file []byte) []byte {
	const head = 8
	m := module{file[min(head, len(file)):]}
	for len(m.rest) > 0 {
		begin := len(file) - len(m.rest)
		id, err := m.byte()
		content, cut := m.bytes()
		if err != nil || cut != nil {
			return file
		}
		if id != tableSection {
			continue
		}
		section := module{content}
		n, err := section.number()
		if err != nil || n > largestTable {
			return file
		}
		bounded := binary.AppendUvarint(nil, n)
		for range n {
			t, err := section.table()
			if err != nil {
				return file
			}
			if t.flags == 0 || t.most > largestTable {
				t.flags, t.most = 1, max(largestTable, t.least)
			}
			bounded = binary.AppendUvarint(append(bounded, t.kind, t.flags), t.least)
			bounded = binary.AppendUvarint(bounded, t.most)
		}
		whole := binary.AppendUvarint(append(bytes.Clone(file[:begin]), id), uint64(len(bounded)))
		return append(append(whole, bounded...), m.rest...)
	}
	return file
}
