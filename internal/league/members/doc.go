// Package members knows who may join a league: an [Invitation] is a key and where to go with it, a [List] has
// those who were invited, and an [Identity] is what the league proves itself with. All of it is in files of
// a [Folder], which several processes may change at once.
//
// The invitation, arena://HOST:PORT/#PIN.SEED, has the SHA-256 of the server's certificate and the secret key
// of one worker. It accepts that certificate only, over TLS 1.3. The server proves no name
// and no CA vouches for it.
package members
