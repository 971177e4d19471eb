// Package filter makes the program by which the kernel judges every system call of a bot
// (seccomp), and puts the calls that it reports into words.
package filter
