//go:build !unix

package written

const withoutWaiting = 0 // there is no pipe in a folder
