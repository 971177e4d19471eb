// Package process is the floor of programs that are not trusted: they are run, confined and measured. Its rooms are
// the folders in it.
package process
