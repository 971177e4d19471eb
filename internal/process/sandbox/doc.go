// Package sandbox confines the programs of bots by all means that the system has.
//
// A confined program is started through a shim: the arena's own executable, started
// again, gives up one right after the other and then replaces itself by the program (see
// package shim). No helper, no set-uid program and no right of root's is needed.
//
// What the system enforces is not guessed from its settings, which lie: [New] starts a
// probe through the shim once, and believes what the probe could not do.
package sandbox
