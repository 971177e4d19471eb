//go:build linux && (amd64 || arm64)

package filter

import (
	"encoding/binary"
	"maps"
	"slices"

	"golang.org/x/sys/unix"
)

// The program is made of a list of rules, of which the first that fits holds; what no rule
// is about does not exist for the bot (ENOSYS), so that a runtime that tries a new call
// falls back to an old one.
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
	// pretended calls return 0, and nothing happens.
	pretended verdict = unix.SECCOMP_RET_ERRNO
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

// assemble makes the program of the rules. It searches for the number of the call by
// halves: the kernel runs the program for every number there is when it is installed,
// which for a list of rules takes a millisecond.
func assemble(rules []rule) []unix.SockFilter {
	head := []unix.SockFilter{
		load(offAbi), jumpIf(unix.BPF_JEQ, auditArch, 1, 0), give(deadly),
		load(offNr), jumpIf(unix.BPF_JGE, x32Bit, 0, 1), give(deadly),
	}
	return append(head, search(spansOf(rules))...)
}

// span is the code for all numbers of calls from one on, up to the next span.
type span struct {
	from uint32
	code []unix.SockFilter
}

// spansOf returns the spans of all numbers. Calls of one verdict that stand side by side
// share one.
func spansOf(rules []rule) []span {
	byCall := make(map[uint32][]rule)
	for _, r := range rules {
		byCall[uint32(r.call)] = append(byCall[uint32(r.call)], r)
	}
	unknown := []unix.SockFilter{give(absent)}
	spans := []span{{0, unknown}}
	begin := func(from uint32, code []unix.SockFilter) {
		last := &spans[len(spans)-1]
		switch {
		case last.from == from:
			last.code = code
		case !slices.Equal(last.code, code):
			spans = append(spans, span{from, code})
		}
	}
	for _, call := range slices.Sorted(maps.Keys(byCall)) {
		begin(call, codeOf(byCall[call]))
		begin(call+1, unknown)
	}
	return spans
}

// search finds the span of the number in the accumulator.
func search(spans []span) []unix.SockFilter {
	if len(spans) == 1 {
		return spans[0].code
	}
	middle := len(spans) / 2
	below, above := search(spans[:middle]), search(spans[middle:])
	const farthest = 255
	test := []unix.SockFilter{jumpIf(unix.BPF_JGE, spans[middle].from, uint8(min(len(below), farthest)), 0)}
	if len(below) > farthest {
		test = []unix.SockFilter{
			jumpIf(unix.BPF_JGE, spans[middle].from, 0, 1),
			{Code: unix.BPF_JMP | unix.BPF_JA, K: uint32(len(below))},
		}
	}
	return slices.Concat(test, below, above)
}

// codeOf decides by the rules of one call, of which the first holds whose conditions do.
func codeOf(rules []rule) (code []unix.SockFilter) {
	for len(rules) > 0 {
		together := 1
		for together < len(rules) && rules[0].joins(rules[together]) {
			together++
		}
		code = append(code, codeOfJoined(rules[:together])...)
		if len(rules[0].when) == 0 {
			return code
		}
		rules = rules[together:]
	}
	return append(code, give(absent))
}

// joins reports whether a rule differs from another one only in the value of its last condition.
// The kernel translates the whole program for each start, so that it should be short.
func (r rule) joins(other rule) bool {
	last := len(r.when) - 1
	if last < 0 || len(other.when) != last+1 || r.then != other.then || !slices.Equal(r.when[:last], other.when[:last]) {
		return false
	}
	a, b := r.when[last], other.when[last]
	return a.arg == b.arg && a.mask == anInt && b.mask == anInt
}

// codeOfJoined returns the verdict if the conditions of a rule hold, and goes on behind its end
// if not.
func codeOfJoined(rules []rule) (body []unix.SockFilter) {
	var skips []int // jumps to the end, taken if a condition does not hold
	test := func(mask, is uint32, offset int) {
		body = append(body, load(uint32(offset))) // both machines have the lower half first
		if mask != ^uint32(0) {
			body = append(body, unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: mask})
		}
		skips = append(skips, len(body))
		body = append(body, jumpIf(unix.BPF_JEQ, is, 0, 0))
	}
	first := rules[0]
	for _, c := range first.when {
		for half := range 2 {
			shift := 32 * half
			if mask := uint32(c.mask >> shift); mask != 0 {
				test(mask, uint32(c.is>>shift), offArg+8*c.arg+4*half)
			}
		}
	}
	if others := rules[1:]; len(others) > 0 {
		body[len(body)-1].Jt = uint8(len(others)) // to the verdict
		skips = skips[:len(skips)-1]
		for i, other := range others {
			value := other.when[len(other.when)-1].is
			body = append(body, jumpIf(unix.BPF_JEQ, uint32(value), uint8(len(others)-1-i), 0))
		}
		skips = append(skips, len(body)-1)
	}
	body = append(body, give(first.then))
	for _, at := range skips {
		body[at].Jf = uint8(len(body) - at - 1)
	}
	return body
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
