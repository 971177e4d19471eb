//go:build linux && (amd64 || arm64)

package filter

import (
	"encoding/binary"

	"golang.org/x/sys/unix"
)

// The program is a list of rules, looked through from the first to the last; what no
// rule is about does not exist for the bot (ENOSYS), so that a runtime that tries a new
// call falls back to an old one.
//
// The kernel works out once which calls are allowed whatever their arguments are, and
// lets them pass without running the program, so that its length costs nothing there.

// verdict is what becomes of a system call.
type verdict uint32

const (
	allowed verdict = unix.SECCOMP_RET_ALLOW
	deadly  verdict = unix.SECCOMP_RET_KILL_PROCESS // no bot has use for it
	told    verdict = unix.SECCOMP_RET_USER_NOTIF   // the bot waits until the arena has decided
	denied  verdict = unix.SECCOMP_RET_ERRNO | verdict(unix.EPERM)
	absent  verdict = unix.SECCOMP_RET_ERRNO | verdict(unix.ENOSYS)
)

// rule is what holds for a system call whose arguments are as told.
type rule struct {
	call uintptr
	when []condition // all of them
	then verdict
}

// condition holds for an argument if it has the given value in the bits of a mask.
// Wider conditions than 32 bits are checked in both halves; a mask without bits above
// leaves the upper half out, as the kernel does for arguments that are an int.
type condition struct {
	arg  int
	mask uint64
	is   uint64
}

const (
	anInt  = uint64(0xffff_ffff) // the kernel looks at this half only
	allOf  = ^uint64(0)
	offNr  = 0 // in struct seccomp_data
	offAbi = 4
	offArg = 16
)

// x32Bit marks calls of the x32 ABI, which share the number of amd64's architecture.
const x32Bit = 0x4000_0000

// Size is the length of an instruction in bytes.
const Size = 8

// Bytes returns the program as the kernel reads it: the instructions one after another.
func Bytes(o Options) []byte {
	var code []byte
	for _, i := range assemble(rulesFor(o)) {
		code = binary.NativeEndian.AppendUint16(code, i.Code)
		code = append(code, i.Jt, i.Jf)
		code = binary.NativeEndian.AppendUint32(code, i.K)
	}
	return code
}

// assemble makes the program of the rules. All 32-bit jumps are forward and short, since
// each rule ends with its own return.
func assemble(rules []rule) []unix.SockFilter {
	p := []unix.SockFilter{
		load(offAbi), jumpIf(unix.BPF_JEQ, auditArch, 1, 0), give(deadly),
		load(offNr), jumpIf(unix.BPF_JGE, x32Bit, 0, 1), give(deadly),
	}
	for _, r := range rules {
		p = append(p, r.code()...)
	}
	return append(p, give(absent))
}

// code begins and ends with the number of the call in the accumulator, if it does not
// return.
func (r rule) code() []unix.SockFilter {
	body := []unix.SockFilter{}
	var skips []int // jumps to the end, taken if a condition does not hold
	for _, c := range r.when {
		for half := range 2 {
			shift := 32 * half
			mask, is := uint32(c.mask>>shift), uint32(c.is>>shift)
			if mask == 0 {
				continue
			}
			body = append(body, load(uint32(offArg+8*c.arg+4*half))) // both machines have the lower half first
			if mask != ^uint32(0) {
				body = append(body, unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: mask})
			}
			skips = append(skips, len(body))
			body = append(body, jumpIf(unix.BPF_JEQ, is, 0, 0))
		}
	}
	body = append(body, give(r.then))
	for _, at := range skips {
		body[at].Jf = uint8(len(body) - at - 1)
	}
	if len(r.when) > 0 {
		body = append(body, load(offNr))
	}
	return append([]unix.SockFilter{jumpIf(unix.BPF_JEQ, uint32(r.call), 0, uint8(len(body)))}, body...)
}

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

func jumpIf(test uint16, value uint32, yes, no uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | test | unix.BPF_K, K: value, Jt: yes, Jf: no}
}

func give(v verdict) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: uint32(v)}
}
