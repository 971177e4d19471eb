package capabilities_test

import "golang.org/x/sys/windows"

// onWine reports whether this is no Windows.
func onWine() bool {
	return windows.NewLazySystemDLL("ntdll.dll").NewProc("wine_get_version").Find() == nil
}
