//go:build linux && (amd64 || arm64)

package hostile

import "github.com/botarena/arena/engine/match"

// missing is the end of a bot that calls what does not exist for it.
var missing = plays("function not implemented")

// started is the end of a bot that has become a program which exits with code 5.
var started = frozen(match.Crash, "exited with code 5")

// another is the end of a bot that tries it in a sandbox.
var another = violation("tried to become another program")

// doorEnemies go through side doors of the kernel.
var doorEnemies = []enemy{
	{
		names: []string{"start-shell", "start-itself"}, in: inC,
		does: "becomes a program by a path where a number is expected", free: started, held: another,
	},
	{
		names: []string{"start-shell", "start-itself"}, in: inStatic,
		does: "becomes a program by a path where a number is expected", free: started, held: another,
	},
	{
		names: []string{"py-start-shell"}, in: inPython, does: "becomes a program by a path where a number is expected",
		free: started, held: another,
	},
	{
		names: []string{"start-loader"}, in: inC, does: "becomes a program by the loader of programs", free: started,
		held: another,
	},
	{
		names: []string{"start-loader"}, in: inStatic, does: "becomes a program by the loader of programs", free: started,
		held: another,
	},
	{
		names: []string{"py-start-loader"}, in: inPython, does: "becomes a program by the loader of programs", free: started,
		held: another,
	},
	{
		names: []string{"fill-sockets"}, in: inC, does: "fills buffers of the kernel, as large as may be", free: done,
		held: plays("at most 64 MB"),
	},
	{
		names: []string{"send-buffer", "filter-socket"}, in: inC,
		does: "has larger buffers, or a program of its own in a socket", free: done, held: denied,
	},
	{
		names: []string{"own-files", "unshare-files"}, in: inC, does: "has open files for each thread", free: done,
		held: denied,
	},
	{
		names: []string{"pin-pages", "pin-by-sendfile"}, in: inC, does: "holds pages of files in a pipe", free: done,
		held: missing,
	},
	{names: []string{"in-flight"}, in: inC, does: "sends files that nobody receives", free: done, held: denied},
	{
		names: []string{"forget-pages", "fetch-pages", "read-ahead", "page-out"}, in: inC,
		does: "has the system forget or fetch pages of a file, by which bots could talk", free: done, held: denied,
	},
	{
		names: []string{"cached", "resident"}, in: inC,
		does: "asks which pages of a file are in memory, by which bots could talk", free: done, held: denied,
	},
	{
		names: []string{"looked-up"}, in: inC, does: "asks which names were looked up, by which bots could talk", free: done,
		held: missing,
	},
	{
		names: []string{"disk"}, in: inC, does: "asks for the space on a disk, by which bots could talk", free: done,
		held: denied,
	},
	{names: []string{"machine"}, in: inC, does: "asks for the threads and the memory of the machine, by which bots " +
		"could talk", free: done, held: plays("one of its own")},
	{
		names: []string{"proc"}, in: inC, does: "looks in /proc for what other programs and the machine do", free: done,
		held: plays("nothing of the others"),
	},
	{
		names: []string{"py-proc"}, in: inPython, does: "looks in /proc for what other programs and the machine do",
		free: done, held: plays("nothing of the others"),
	},
	{
		names: []string{"sh-proc"}, in: inShell, does: "has a child look in /proc for what other programs do", free: done,
		held: plays("refused"), spaces: true,
	},
	{
		names: []string{"own-rights", "own-times"}, in: inC,
		does: "changes the rights or times of its program, by which two of its seats could talk",
		free: plays("done|operation not permitted"), held: plays("operation not permitted|no such file or directory"),
	},
	{names: []string{"barrier"}, in: inC, does: "interrupts all programs of the machine", free: done, held: denied},
	{
		names: []string{"change-rights", "change-times"}, in: inC,
		does: "changes the rights or the times of a file of the user's", free: done,
		held: plays("no such file or directory|operation not permitted"),
	},
}
