package shim

const (
	sysSeccomp  = 317
	sysExecveat = 322
)
