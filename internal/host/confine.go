package host

import (
	goplugin "github.com/hashicorp/go-plugin"

	"github.com/botarena/arena/internal/sandbox"
)

// startConfined starts the process as a shim, which becomes the program.
func (p *process) startConfined() (err error) {
	limits := sandbox.DefaultLimits()
	limits.Memory = p.memory
	p.shim, err = p.sandbox.Confine(p.command, sandbox.Program{
		Bot: p.bot, Folder: p.dir, Limits: limits,
		Children: p.group != nil, // else nobody could count what they use
	})
	if err != nil {
		return err
	}
	if p.group != nil {
		p.group.hold(p.command)
	}
	if err = p.sandbox.Run(p.command.Start); err != nil {
		p.shim.Stop()
	}
	p.shim.Begun()
	return err
}

// awaitProgram waits until a shim has become the program, and returns why it could not.
func (p *process) awaitProgram() error {
	if p.shim == nil {
		return nil
	}
	err := p.shim.Await()
	if err != nil {
		p.mu.Lock()
		p.refused = err
		p.mu.Unlock()
	}
	return err
}

// socketFolder tells a bot's server where to put its socket, if not where go-plugin
// thinks: a confined bot has its folder elsewhere.
func (p *process) socketFolder() []string {
	if !p.sandbox.Confines() {
		return nil
	}
	return []string{goplugin.EnvUnixSocketDir + "=" + p.sandbox.Home(p.dir)}
}
