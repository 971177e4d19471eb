// Package match is the floor of one match: it is recorded, told, painted and played on. Its rooms are the folders in
// it.
package match
