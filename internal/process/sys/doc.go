// Package sys asks of every system in the same way what each has in its own: locks on files, the limit on
// open ones, and how much a disk has and how much of it is free.
package sys
