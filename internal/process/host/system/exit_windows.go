package system

import (
	"fmt"

	"golang.org/x/sys/windows"

	"github.com/botarena/arena/internal/process/cgroup"
	"github.com/botarena/arena/internal/process/lineproto"
)

// isOurCode reports whether a process that we have killed ends with such a code. Windows has
// no signals: the one that ends a process chooses its code.
func isOurCode(code int) bool { return code == cgroup.KilledCode }

// exceptions are what the system ends a process for, in words. The process has the number as
// its code.
var exceptions = map[windows.NTStatus]string{
	windows.STATUS_ACCESS_VIOLATION:       "access violation",
	windows.STATUS_IN_PAGE_ERROR:          "a page of memory could not be read",
	windows.STATUS_INVALID_HANDLE:         "invalid handle",
	windows.STATUS_NO_MEMORY:              "out of memory",
	windows.STATUS_ILLEGAL_INSTRUCTION:    lineproto.IllegalInstruction,
	windows.STATUS_PRIVILEGED_INSTRUCTION: "privileged instruction",
	windows.STATUS_DATATYPE_MISALIGNMENT:  "misaligned data",
	windows.STATUS_INTEGER_DIVIDE_BY_ZERO: "integer division by zero",
	windows.STATUS_INTEGER_OVERFLOW:       "integer overflow",
	windows.STATUS_FLOAT_DIVIDE_BY_ZERO:   "floating-point division by zero",
	windows.STATUS_ARRAY_BOUNDS_EXCEEDED:  "array bounds exceeded",
	windows.STATUS_STACK_OVERFLOW:         "stack overflow",
	windows.STATUS_STACK_BUFFER_OVERRUN:   "aborted, or a buffer on the stack overrun",
	windows.STATUS_HEAP_CORRUPTION:        "heap corruption",
	windows.STATUS_BREAKPOINT:             "breakpoint",
	windows.STATUS_CONTROL_C_EXIT:         "Ctrl-C",
	windows.STATUS_DLL_NOT_FOUND:          "a DLL that it needs is not there",
	windows.STATUS_DLL_INIT_FAILED:        "a DLL could not begin",
	windows.STATUS_ENTRYPOINT_NOT_FOUND:   "a DLL lacks a function that it needs",
	windows.STATUS_ORDINAL_NOT_FOUND:      "a DLL lacks a function that it needs",
	windows.STATUS_INVALID_IMAGE_FORMAT:   "a DLL is for another kind of processor",
	windows.STATUS_FATAL_APP_EXIT:         "fatal error",
	windows.STATUS_QUOTA_EXCEEDED:         "quota exceeded",
	windows.STATUS_COMMITMENT_LIMIT:       "the machine has no memory left",
	windows.STATUS_UNHANDLED_EXCEPTION:    "unhandled exception",
	uncaught:                              "uncaught exception of C++",
}

// uncaught is the number that Microsoft's C++ raises for each exception of the language.
const uncaught windows.NTStatus = 0xE06D7363

// isException reports whether a code says that the system has ended a process: it is an NTSTATUS
// of an error, which begins with C, or another one that has a name. Codes of programs, such as -1, seldom do.
func isException(code int) bool {
	status := windows.NTStatus(code) //nolint:gosec // it has 32 bits
	_, known := exceptions[status]
	return known || status>>28 == 0xC
}

// exitedByItself says how a process ended by itself, in words that follow "it".
func exitedByItself(code int) string {
	if !isException(code) {
		return fmt.Sprintf("exited with code %d", int32(code)) //nolint:gosec // as above
	}
	what := exceptions[windows.NTStatus(code)] //nolint:gosec // as above
	if what == "" {
		what = "of no name here"
	}
	return fmt.Sprintf("was ended by an exception (%s, 0x%X)", what, uint32(code)) //nolint:gosec // as above
}
