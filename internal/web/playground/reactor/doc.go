// Package reactor is a room of package playground as a module of WebAssembly, a reactor for WASI preview 1: an
// instance lives as long as its page likes, and does what is asked of it by its exports.
//
// The page calls _initialize, then open, and then whatever it likes. What an export takes is written to memory, at the
// address that room returns for so many bytes; what it gives is at the address that at returns. An export returns how
// many bytes that are, or, if it failed, the negative number of bytes of the reason. Every call of room or of another
// export may let the memory grow, after which it is another ArrayBuffer.
package reactor
