package progress

import (
	"os"

	"github.com/charmbracelet/x/term"
	"github.com/muesli/cancelreader"
)

// keyboard reads keys as they are pressed.
type keyboard struct {
	file    *os.File         // nil if there are no keys
	stop    func()           // q
	asks    chan<- os.Signal // gets the signals that keys ask for
	restore func()
	reader  cancelreader.CancelReader
	ended   chan struct{}
}

func (k *keyboard) listening() bool { return k.reader != nil }

// listen begins to read keys. Without, everything else works.
func (k *keyboard) listen() {
	if k.file == nil || k.reader != nil || !term.IsTerminal(k.file.Fd()) || !inForeground(k.file.Fd()) {
		return
	}
	reader, err := cancelreader.NewReader(k.file)
	if err != nil {
		k.file = nil
		return
	}
	restore, err := withoutEcho(k.file.Fd())
	if err != nil {
		k.file = nil
		_ = reader.Close()
		return
	}
	k.reader, k.restore, k.ended = reader, restore, make(chan struct{})
	go func() {
		defer close(k.ended)
		k.read(reader)
	}()
}

func (k *keyboard) read(from cancelreader.CancelReader) {
	keys := make([]byte, 16)
	for {
		n, err := from.Read(keys)
		if err != nil {
			return
		}
		for _, key := range keys[:n] {
			k.press(key)
		}
	}
}

func (k *keyboard) press(key byte) {
	if key == 'q' || key == 'Q' {
		k.stop()
	}
	if s := signalOf(key); s != nil {
		select {
		case k.asks <- s:
		default: // it has been asked for often enough
		}
	}
}

// ignore reads no more keys and restores the terminal's modes.
func (k *keyboard) ignore() {
	if k.reader == nil {
		return
	}
	k.restore()
	if k.reader.Cancel() {
		<-k.ended
	}
	_ = k.reader.Close()
	k.reader = nil
}
