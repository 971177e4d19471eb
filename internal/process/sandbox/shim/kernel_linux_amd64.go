package shim

const (
	sysGetrandom = 318
	sysSeccomp   = 317
	sysExecveat  = 322
)
