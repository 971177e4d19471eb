// Command hunt makes bots, stores, replays and system calls at random, gives them to the arena
// and checks after each case what docs/security.md promises. It is the suite of package
// hostile by machine: that has what somebody thought of.
//
//	go run ./internal/integration/hunt                          ten minutes of all kinds
//	go run ./internal/integration/hunt -kind calls -seed 7 -n 1 one case again
//
// There are three kinds of cases: folders with bots, stores with replays, and calls of the
// system. What it finds is in a folder, with the commands to have it again. The exit code is 1
// if there is anything. It needs Linux, gcc, and for all of its checks root.
package main
