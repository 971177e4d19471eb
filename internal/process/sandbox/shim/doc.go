// Package shim is what a confined program is before it is that program. The arena
// starts its own executable again under the name [Name]; this package takes over before
// main and before most of the initialisation of other packages, gives up one right after
// the other, and replaces itself by the program.
//
// It imports as little as possible: packages are initialised in the order of their
// dependencies and then of their paths, so that a shim costs little more than the start
// of an empty program.
package shim
