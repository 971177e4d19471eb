//go:build !windows

package capabilities_test

func onWine() bool { return false }
