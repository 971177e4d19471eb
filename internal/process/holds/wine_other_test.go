//go:build !windows

package holds_test

func onWine() bool { return false }
