package seccomp

import _ "embed"

// usual are the calls that programs make: the arena, bots, and the tools that build them. Calls that
// administer a machine, its clock, keys or devices are not among them, nor those that look into other
// programs, nor rare ones that have had many holes, such as io_uring. To a program, the kernel does
// not have any other call, so that a runtime does without.
//
//go:embed usual.txt
var usual string

// families are those of the sockets that a container may have: of files, of the internet, and what
// tells its addresses.
var families = []uint64{1, 2, 10, 16}
