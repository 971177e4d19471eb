// Package atonce lets more tests of a package run at a time, if they mostly wait for processes.
package atonce

import (
	"flag"
	"runtime"
	"strconv"
)

const parallel = "test.parallel"

// Tests runs so many parallel tests at a time for each processor, instead of one, unless the command says how many.
// It belongs in TestMain, before the tests.
func Tests(perProcessor int) {
	flag.Parse()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == parallel })
	if said {
		return
	}
	if err := flag.Set(parallel, strconv.Itoa(perProcessor*runtime.GOMAXPROCS(0))); err != nil {
		panic(err) // it is not a test that called this
	}
}
