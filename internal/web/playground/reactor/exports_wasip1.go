package reactor

import (
	"context"
	"os"
	"unsafe"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/internal/web/reader"
	"github.com/botarena/arena/sdk/bots"
)

// release is the version as -X sets it, or "": what a program can tell of its own build is 3 kB to load.
var release string

// The only thread of a module has one room.
var (
	here    playground.Room
	given   []byte // what an export is given
	gives   []byte // what it gives
	isOpen  bool   // main was called by open
	opening bool
)

// program is the main function of the program that this is linked into. In a reactor nobody calls it, but it alone
// knows the games.
//
//go:linkname program main.main
func program()

// Serve makes the room for these games. It returns at once: the page asks for all else. In a program that was not
// compiled as a reactor, it is the reader of one match.
func Serve(games engine.Games) {
	if !opening {
		os.Exit(reader.Run(os.Stdin, os.Stdout, os.Stderr, games))
	}
	here = playground.Room{Games: games, Bots: bots.All(), Arena: version()}
	isOpen = true
}

func version() string {
	if release == "" {
		return "(devel)"
	}
	return release
}

//go:wasmexport room
func room(size int32) unsafe.Pointer {
	given = make([]byte, size+1)[:size] // so that it has an address, whatever its size
	return unsafe.Pointer(unsafe.SliceData(given))
}

//go:wasmexport at
func at() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(gives)) }

//go:wasmexport open
func open() int32 {
	if !isOpen {
		opening = true
		program()
	}
	return call("open")
}

//go:wasmexport begin
func begin() int32 { return call("begin") }

//go:wasmexport next
func next() int32 { return call("next") }

//go:wasmexport stop
func stop() int32 { return call("stop") }

//go:wasmexport think
func think() int32 { return call("think") }

//go:wasmexport replay
func replay() int32 { return call("replay") }

//go:wasmexport page
func page() int32 { return call("page") }

//go:wasmexport rounds
func rounds() int32 { return call("rounds") }

//go:wasmexport read
func read() int32 { return call("read") }

//go:wasmexport hear
func hear() int32 { return call("hear") }

//go:wasmexport plan
func plan() int32 { return call("plan") }

//go:wasmexport weigh
func weigh() int32 { return call("weigh") }

//go:wasmexport key
func key() int32 { return call("key") }

//go:wasmexport folder
func folder() int32 { return call("folder") }

//go:wasmexport pack
func packed() int32 { return call("pack") }

//go:wasmexport unpack
func unpack() int32 { return call("unpack") }

// call asks the room, and returns how many bytes it gives, or, as a negative number, how many the reason has why it
// gives none.
func call(name string) int32 {
	answer, err := here.Call(context.Background(), name, given)
	given = nil
	if err != nil {
		gives = []byte(engine.Printable(err.Error()))
		return -int32(len(gives))
	}
	gives = answer
	return int32(len(gives))
}
