package shim

const (
	sysSeccomp  = 277
	sysExecveat = 281
)
