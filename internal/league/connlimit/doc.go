// Package connlimit stands in front of a server that strangers can reach. The server itself counts connections before
// it knows whose they are, so strangers could take all its places.
//
// Somebody who has shown no key yet is a guest. A guest must be quick, and there are few at a time: beyond
// [MostGuests], the oldest one goes from the address that has most. What a key is the door does not know: it is told
// who has one, by [Door.Admit], and for whom there is no room, by [Door.TurnAway].
//
// It connects each visitor to the server anew, and introduces it by a line of the PROXY protocol, under an address
// that nobody else ever has. [Door.Visitor] returns who has such an address.
//
// [Limiters] limit how often somebody does something, such as to connect or to upload a file.
package connlimit
