// Package client is what a worker has, who plays matches of a league: [Join]. Package broker is the league's own side,
// and package wire what both say.
//
// It comes with an invitation, which package members reads. A league that can't be reached, or has no room, is waited
// for, and so is one that goes away. Join knows no games: a match and its result are bytes, and a [Play] plays it.
package client
