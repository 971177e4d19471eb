#include "textflag.h"

// Jumps into the system's library, whose addresses are known once the program is loaded.

TEXT libc_proc_pid_rusage_trampoline<>(SB),NOSPLIT,$0-0
	JMP	libc_proc_pid_rusage(SB)
GLOBL	·libc_proc_pid_rusage_trampoline_addr(SB), RODATA, $8
DATA	·libc_proc_pid_rusage_trampoline_addr(SB)/8, $libc_proc_pid_rusage_trampoline<>(SB)

TEXT libc_proc_pidinfo_trampoline<>(SB),NOSPLIT,$0-0
	JMP	libc_proc_pidinfo(SB)
GLOBL	·libc_proc_pidinfo_trampoline_addr(SB), RODATA, $8
DATA	·libc_proc_pidinfo_trampoline_addr(SB)/8, $libc_proc_pidinfo_trampoline<>(SB)

TEXT libc_proc_listchildpids_trampoline<>(SB),NOSPLIT,$0-0
	JMP	libc_proc_listchildpids(SB)
GLOBL	·libc_proc_listchildpids_trampoline_addr(SB), RODATA, $8
DATA	·libc_proc_listchildpids_trampoline_addr(SB)/8, $libc_proc_listchildpids_trampoline<>(SB)

TEXT libc_proc_listpgrppids_trampoline<>(SB),NOSPLIT,$0-0
	JMP	libc_proc_listpgrppids(SB)
GLOBL	·libc_proc_listpgrppids_trampoline_addr(SB), RODATA, $8
DATA	·libc_proc_listpgrppids_trampoline_addr(SB)/8, $libc_proc_listpgrppids_trampoline<>(SB)

TEXT libc_mach_timebase_info_trampoline<>(SB),NOSPLIT,$0-0
	JMP	libc_mach_timebase_info(SB)
GLOBL	·libc_mach_timebase_info_trampoline_addr(SB), RODATA, $8
DATA	·libc_mach_timebase_info_trampoline_addr(SB)/8, $libc_mach_timebase_info_trampoline<>(SB)
