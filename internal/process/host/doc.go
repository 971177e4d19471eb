// Package host runs bots as processes and seats them in matches.
//
// It trusts no bot. Every wait has a deadline; messages and output have a limit.
// A bot that breaks one is killed with its whole process group and reaped, and
// the referee freezes its seat. A bot sees nothing of the user's environment and
// has its own temporary folder, which is removed when it exits. What else a bot can't
// do is up to the sandbox in the [Options].
package host
