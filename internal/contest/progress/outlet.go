package progress

import (
	"bytes"
	"errors"
	"io"
	"sync"
)

// outlet writes through a goroutine of its own, so that a reader that doesn't read can be
// left. A write to a terminal or a pipe that is full can't be taken back: that goroutine is
// the only one that may be left behind, and it ends with its write.
type outlet struct {
	to    io.Writer
	mu    sync.Mutex // one write at a time
	texts chan []byte
	wrote chan error
	left  chan struct{}
	once  sync.Once
	done  chan struct{}

	failed error // the first, under mu
}

var errLeft = errors.New("nobody read what was shown")

func newOutlet(to io.Writer) *outlet {
	o := &outlet{
		to: to, texts: make(chan []byte), wrote: make(chan error), left: make(chan struct{}),
		done: make(chan struct{}),
	}
	go o.run()
	return o
}

func (o *outlet) run() {
	defer close(o.done)
	for text := range o.texts {
		_, err := o.to.Write(text)
		select {
		case o.wrote <- err:
		case <-o.left:
			return
		}
	}
}

// Write returns when the text is written, or was left.
func (o *outlet) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	err := o.pass(bytes.Clone(text)) // the goroutine may keep it for longer
	if o.failed == nil {
		o.failed = err
	}
	if err != nil {
		return 0, err
	}
	return len(text), nil
}

func (o *outlet) pass(text []byte) error {
	select {
	case <-o.left:
		return errLeft
	default:
	}
	select {
	case o.texts <- text:
	case <-o.left:
		return errLeft
	}
	select {
	case err := <-o.wrote:
		return err
	case <-o.left:
		return errLeft
	}
}

// leave makes all writes fail from now on, also one that waits.
func (o *outlet) leave() { o.once.Do(func() { close(o.left) }) }

// close ends the goroutine, unless its last write still waits for a reader.
func (o *outlet) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	close(o.texts)
	select {
	case <-o.done:
	case <-o.left:
	}
}

// failure returns the first error of writing.
func (o *outlet) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.failed
}
