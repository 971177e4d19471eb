// Package client is what others have who take part in a league: [Join] plays its matches as a worker, and [Visit] is
// for authors, who submit bots. Package broker is the league's own side, and package wire what both say.
//
// Each comes with an invitation, which package members reads. A league that can't be reached, or has no room, is waited
// for, and so is one that goes away. Join knows no games: a match and its result are bytes, and a [Play] plays it.
package client
