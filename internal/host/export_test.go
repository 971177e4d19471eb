package host

// PlaysOverPipes reports whether matches go over the pipes, and not over the socket.
func (p *Process) PlaysOverPipes() bool { return p.pipes != nil && p.conn == p.pipes }
