package shim

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// full has a value in every field.
func full() *Order {
	return &Order{
		Namespaces: true, Folder: "/tmp/arena bot\n7", UID: 1879048193,
		Starts: []string{"/usr/bin/python3", "/lib64/ld.so"},
		Reads: []Read{
			{"/usr", "/usr", false},
			{"/home/alice/bots/a=b", "/bot/a=b", true},
			{"--", "at=", false},
			{"/a", "/a", true},
		},
		Proc: true, CPU: -1, Landlock: 7, Filter: 7, Tell: true, Groups: []int{8, 9},
		Limits:  Limits{Memory: 1 << 40, Disk: 16 << 20, Inodes: 1024, Threads: 64, Files: 256},
		Program: 5, Number: 1000, File: "/usr/bin/python3", Ours: true, Executes: true, Report: 6, Files: 4,
		Args: []string{"mine", "--", "-u", "", "namespaces=false"},
	}
}

func TestOrderSurvivesItsWayThroughTheArguments(t *testing.T) {
	value := reflect.ValueOf(*full())
	for i := range value.NumField() {
		require.False(t, value.Field(i).IsZero(), "the order of this test says nothing in %s", value.Type().Field(i).Name)
	}
	got, err := ParseOrder(full().Arguments())
	require.NoError(t, err)
	require.Equal(t, full(), got)

	short := &Order{Args: []string{"mine"}}
	got, err = ParseOrder(short.Arguments())
	require.NoError(t, err)
	require.Equal(t, short, got)
}

func TestWrongOrdersAreRefused(t *testing.T) {
	for wrong, why := range map[string]string{
		"":                           "not the arguments",
		"arena play":                 "not the arguments",
		"arena-shim":                 "no end",
		"arena-shim tell=true":       "no end",
		"arena-shim tell=true --":    "no program",
		"arena-shim tell=maybe -- a": "tell",
		"arena-shim uid=1x -- a":     "uid",
		"arena-shim group=x -- a":    "group",
		"arena-shim at=/bot -- a":    "at",
		"arena-shim hidden=/b -- a":  "hidden",
		"arena-shim tel=true -- a":   "no such field",
		"arena-shim -- ":             "", // a program without a name is the system's to refuse
	} {
		args := strings.Split(wrong, " ")
		_, err := ParseOrder(args)
		if why == "" {
			require.NoError(t, err, wrong)
			continue
		}
		require.ErrorContains(t, err, why, wrong)
	}
}

// FuzzOrder holds that no argument makes the shim panic, and that what it understands
// is what was meant.
func FuzzOrder(f *testing.F) {
	f.Add(strings.Join(full().Arguments(), "\x00"))
	f.Add("arena-shim\x00cpu=1\x00--\x00a")
	f.Fuzz(func(t *testing.T, joined string) {
		order, err := ParseOrder(strings.Split(joined, "\x00"))
		if err != nil {
			return
		}
		again, err := ParseOrder(order.Arguments())
		require.NoError(t, err)
		require.Equal(t, order, again)
	})
}
