// Package systest is for tests that ask the system: who opens a file, and what happens on a disk that is full.
package systest
