package admission_test

import "testing"

func makePipe(*testing.T, string) bool { return false }
