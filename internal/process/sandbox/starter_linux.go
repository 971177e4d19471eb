//go:build linux && (amd64 || arm64)

package sandbox

import (
	"runtime"
	"sync"
)

// starter runs functions on a thread that lives as long as the arena. The system ends a
// bot not when the arena ends, but when the thread does that started it.
var starter = sync.OnceValue(func() chan<- func() {
	tasks := make(chan func())
	go func() {
		runtime.LockOSThread()
		for task := range tasks {
			task()
		}
	}()
	return tasks
})

// Run calls a function that starts a confined command, where that must be called.
func (s *Sandbox) Run(start func() error) error {
	result := make(chan error)
	starter() <- func() { result <- start() }
	return <-result
}
