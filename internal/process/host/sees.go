package host

import (
	"os"
	"sync"
)

// SeesMemory reports whether it can be found out here what memory a process holds. A system is asked
// about this very process, which holds some.
var SeesMemory = sync.OnceValue(func() bool { return holdingsOf(os.Getpid()).memory > 0 })

// SeesChildren reports whether the children of a process can be found here, as this one is found among
// those of its parent.
var SeesChildren = sync.OnceValue(func() bool {
	_, found := descendants(os.Getppid()).there[os.Getpid()]
	return found
})
