package run

import (
	"os"

	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/process/host/system"
)

// pipes makes the pipes to and from a process. It keeps the first error.
type pipes struct {
	own, child []*os.File
	err        error
}

func (p *pipes) toChild() (child, own *os.File) {
	read, write := p.pipe(false)
	p.child, p.own = append(p.child, read), append(p.own, write)
	return read, write
}

func (p *pipes) fromChild() (own, child *os.File) {
	read, write := p.pipe(true)
	p.own, p.child = append(p.own, read), append(p.child, write)
	return read, write
}

func (p *pipes) pipe(weRead bool) (read, write *os.File) {
	if p.err != nil {
		return nil, nil
	}
	read, write, p.err = system.This.NewPipe(weRead)
	return read, write
}

func closeFiles(files []*os.File) {
	for _, f := range files {
		_ = f.Close()
	}
}

// addPipes passes the files to the bot that [botwire.PipesValue] names.
func (p *Process) addPipes(files *pipes) {
	if system.This.StandardOnly {
		return
	}
	botReads, write := files.toChild()
	read, botWrites := files.fromChild()
	if files.err == nil {
		p.command.ExtraFiles = []*os.File{botReads, botWrites}
		p.command.Env = append(p.command.Env, botwire.PipesVariable+"="+botwire.PipesValue)
		p.Pipes = botwire.Pipes(read, write)
	}
	p.addProfile(files)
}

// addProfile passes the file that [botwire.ProfileValue] names to a bot that should be
// profiled. The files before it are those of the pipes.
func (p *Process) addProfile(files *pipes) {
	if !p.Command.Profiled {
		return
	}
	read, botWrites := files.fromChild()
	if files.err == nil {
		p.command.ExtraFiles = append(p.command.ExtraFiles, botWrites)
		p.command.Env = append(p.command.Env, botwire.ProfileVariable+"="+botwire.ProfileValue)
		p.Profile = read
	}
}
