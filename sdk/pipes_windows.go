package sdk

import "net"

// openPipes returns nil: on Windows no open files are handed over.
func openPipes() net.Conn { return nil }
