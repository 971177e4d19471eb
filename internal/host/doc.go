// Package host runs bots as processes and seats them in matches.
//
// It trusts no bot. Every wait has a deadline, every message and all output a
// limit; a bot that breaks one is killed with its whole process group and
// reaped, and the referee freezes its seat. A bot sees nothing of the user's
// environment and has a temporary folder of its own, which goes with it.
package host
