package shim

const (
	sysGetrandom = 278
	sysSeccomp   = 277
	sysExecveat  = 281
)
