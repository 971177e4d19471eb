package host

import (
	"fmt"

	"github.com/botarena/arena/internal/process/cgroup"
	"github.com/botarena/arena/internal/process/host/system"
	"github.com/botarena/arena/internal/process/sandbox"
)

// startInGroup starts the process, which is not confined, in its group. A job of Windows limits
// it there: a process begins suspended, is put in the job, and only then runs.
func (p *process) startInGroup() error {
	if err := p.limitJob(); err != nil {
		return err
	}
	p.group.Hold(p.command)
	if err := p.command.Start(); err != nil {
		return err
	}
	err := p.group.Begun(p.command.Process)
	if err != nil {
		system.This.KillGroup(p.command.Process)
		_ = p.command.Wait()
	}
	return err
}

// limitJob limits what the bot and its children use together, if they are in a job. It counts
// processes and not threads, of which there are no fewer.
func (p *process) limitJob() error {
	if !cgroup.IsJob {
		return nil
	}
	limits := cgroup.Limits{Threads: p.threads}
	if p.memory > 0 {
		limits.Memory = p.memory + p.origin.Overhead + sandbox.Overhead
	}
	if err := p.group.Limit(limits); err != nil {
		return fmt.Errorf("its job can't be limited: %w", err)
	}
	p.inJob = true
	return nil
}
