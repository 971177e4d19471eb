package shim

import "errors"

// Name is the argument 0 of a process that is a shim.
const Name = "arena-shim"

// Probe is the argument 0 of a process that looks about in a sandbox: see [Look].
const Probe = "arena-probe"

// Order says how a program is confined. It is passed in the arguments of the shim.
type Order struct {
	Namespaces bool     // the shim was started in new ones: build a root folder of its own
	Folder     string   // a folder of the host's for the program alone: its files are here, or its root is mounted over it
	UID        int      // who it becomes; 0: who it is
	Reads      []Read   // in this order: a later one may be below an earlier one
	Starts     []string // what it may start, as it sees that: its program and the loader, or folders
	Proc       bool     // it sees its own entry of /proc
	CPU        int      // the only processor that it may use; negative: all
	Landlock   int      // the version to use; 0: none
	Filter     int      // the file of the filter of system calls; negative: none
	Tell       bool     // the arena listens to what the filter tells
	Groups     []int    // files that take the members of cgroups: it enters these
	Limits     Limits
	Program    int    // the file of the program; negative: File is to be opened
	Number     int    // what the filter knows the program's file by; the report is the one below
	File       string // the program, unless it is one of the bot's own
	Ours       bool   // the program is the arena's own file, and not a copy
	Report     int    // a socket that gets an error, or what the filter tells by; closed by a start that succeeds
	Executes   bool   // it may start what it has written
	Files      int    // how many files, from 0 on, the program keeps
	Args       []string
}

// Limits of a confined program.
type Limits struct {
	Memory  int64 // bytes of private memory; 0: no limit
	Disk    int64 // bytes in its folder
	Inodes  int64 // files in its folder
	Threads int64 // 0: no limit
	Files   int64 // that are open at once
}

// Read is a file or folder that a confined program may read.
type Read struct {
	Path   string // no part of it is a link but the last, which is then made again
	At     string // where it sees that
	Hidden bool   // it is not to learn the path
}

// Bot is where a confined program sees its own files, so that it does not learn where they
// are: that may name the user.
const Bot = "/bot"

// SDK and User are where it sees modules that come with the arena, and those of the user.
const (
	SDK  = "/sdk"
	User = "/user"
)

// Home is the folder of a confined program that has a root folder of its own. Nothing of
// the host is shown there.
const Home = "/box"

// field is one field of an order as text.
type field struct {
	name string
	get  func(*Order) string // "" leaves it out
	set  func(*Order, string) error
}

// fields are all but Args, which come last, behind a "--".
var fields = []field{
	flag("namespaces", func(o *Order) *bool { return &o.Namespaces }),
	text("folder", func(o *Order) *string { return &o.Folder }),
	number("uid", func(o *Order) *int { return &o.UID }),
	{"read", nil, func(o *Order, value string) error {
		o.Reads = append(o.Reads, Read{Path: value, At: value})
		return nil
	}},
	{"at", nil, func(o *Order, value string) error { return o.place(value, false) }},
	{"hidden", nil, func(o *Order, value string) error { return o.place(value, true) }},
	{"starts", nil, func(o *Order, value string) error { o.Starts = append(o.Starts, value); return nil }},
	flag("proc", func(o *Order) *bool { return &o.Proc }),
	number("cpu", func(o *Order) *int { return &o.CPU }),
	number("landlock", func(o *Order) *int { return &o.Landlock }),
	number("filter", func(o *Order) *int { return &o.Filter }),
	flag("tell", func(o *Order) *bool { return &o.Tell }),
	{"group", nil, func(o *Order, value string) error {
		n, err := parseDecimal(value)
		o.Groups = append(o.Groups, int(n))
		return err
	}},
	number("memory", func(o *Order) *int64 { return &o.Limits.Memory }),
	number("disk", func(o *Order) *int64 { return &o.Limits.Disk }),
	number("inodes", func(o *Order) *int64 { return &o.Limits.Inodes }),
	number("threads", func(o *Order) *int64 { return &o.Limits.Threads }),
	number("openfiles", func(o *Order) *int64 { return &o.Limits.Files }),
	number("program", func(o *Order) *int { return &o.Program }),
	text("file", func(o *Order) *string { return &o.File }),
	flag("ours", func(o *Order) *bool { return &o.Ours }),
	flag("executes", func(o *Order) *bool { return &o.Executes }),
	number("number", func(o *Order) *int { return &o.Number }),
	number("report", func(o *Order) *int { return &o.Report }),
	number("files", func(o *Order) *int { return &o.Files }),
}

func flag(name string, of func(*Order) *bool) field {
	return field{
		name,
		func(o *Order) string {
			if *of(o) {
				return "true"
			}
			return ""
		},
		func(o *Order, value string) error {
			if value != "true" {
				return errors.New("neither true nor left out")
			}
			*of(o) = true
			return nil
		},
	}
}

func text(name string, of func(*Order) *string) field {
	return field{
		name,
		func(o *Order) string { return *of(o) },
		func(o *Order, value string) error { *of(o) = value; return nil },
	}
}

func number[N int | int64](name string, of func(*Order) *N) field {
	return field{
		name,
		func(o *Order) string { return decimal(int64(*of(o))) },
		func(o *Order, value string) error {
			n, err := parseDecimal(value)
			*of(o) = N(n)
			if err == nil && int64(N(n)) != n {
				return errNoNumber
			}
			return err
		},
	}
}

// Arguments returns the arguments of the shim, including argument 0.
func (o *Order) Arguments() []string {
	args := []string{Name}
	for _, f := range fields {
		if f.get == nil {
			continue
		}
		if value := f.get(o); value != "" {
			args = append(args, f.name+"="+value)
		}
	}
	for _, read := range o.Reads {
		args = append(args, "read="+read.Path)
		switch {
		case read.Hidden:
			args = append(args, "hidden="+read.At)
		case read.At != read.Path:
			args = append(args, "at="+read.At)
		}
	}
	for _, path := range o.Starts {
		args = append(args, "starts="+path)
	}
	for _, file := range o.Groups {
		args = append(args, "group="+decimal(int64(file)))
	}
	return append(append(args, "--"), o.Args...)
}

// ParseOrder reads what [Order.Arguments] returns.
func ParseOrder(args []string) (*Order, error) {
	if len(args) == 0 || args[0] != Name {
		return nil, errors.New("not the arguments of a shim")
	}
	order := new(Order)
	for i, arg := range args[1:] {
		if arg == "--" {
			order.Args = args[i+2:]
			if len(order.Args) == 0 {
				return nil, errors.New("no program")
			}
			return order, nil
		}
		if err := order.set(arg); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("no end of the order")
}

// place says where the last read is seen.
func (o *Order) place(at string, hidden bool) error {
	if len(o.Reads) == 0 {
		return errors.New("nothing is read")
	}
	last := &o.Reads[len(o.Reads)-1]
	last.At, last.Hidden = at, hidden
	return nil
}

func (o *Order) set(arg string) error {
	name, value := cut(arg, '=')
	for _, f := range fields {
		if f.name == name {
			if err := f.set(o, value); err != nil {
				return errors.New(name + ": " + value + " is wrong")
			}
			return nil
		}
	}
	return errors.New(name + ": no such field")
}
