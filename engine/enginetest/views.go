package enginetest

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// testNothingToChange calls every method of a match's States and overwrites all that
// they return. The match must go on as it does without.
func testNothingToChange(t *testing.T, game engine.Game) {
	asked, left := begin(t, game.Default(), 11), begin(t, game.Default(), 11)
	for range 4 {
		rounds := min(10, left.Rounds()-left.Round())
		play(asked, rounds, nil)
		play(left, rounds, nil)
		requireRedo(t, asked)
		require.Equal(t, string(left.StateMessage()), string(asked.StateMessage()))
		require.Equal(t, string(left.Board().Text()), string(asked.Board().Text()))
		last := left.Setup().Seats() - 1
		require.Equal(t, left.Seat(last).Names(), asked.Seat(last).Names())

		view, _ := probe(t, game).View(asked, last)
		requireNoFields(t, view)
		v := reflect.ValueOf(view)
		for i := range v.NumMethod() {
			ask(v.Method(i))
		}
		v.Elem().SetZero()
	}
}

// requireNoFields asserts that a player can't write to a field of its State.
func requireNoFields(t *testing.T, view any) {
	t.Helper()
	v := reflect.TypeOf(view)
	require.Equal(t, reflect.Pointer, v.Kind())
	for i := range v.Elem().NumField() {
		f := v.Elem().Field(i)
		require.False(t, f.IsExported(), "%v.%s", v, f.Name)
	}
}

// ask calls a method with arguments of all kinds and overwrites what it returns.
func ask(method reflect.Value) {
	for try := range 8 {
		args, ok := arguments(method.Type(), try)
		if !ok {
			return
		}
		for _, result := range method.Call(args) {
			overwrite(result, 0)
		}
	}
}

// arguments makes up arguments for a call, different ones for each try. ok is false if
// it can't make a value of some type; a variadic argument is then left out instead.
func arguments(method reflect.Type, try int) (args []reflect.Value, ok bool) {
	for i := range method.NumIn() {
		of := method.In(i)
		arg, known := argument(of, try+i)
		switch {
		case known:
			args = append(args, arg)
		case !method.IsVariadic() || i < method.NumIn()-1:
			return nil, false
		}
		if known && method.IsVariadic() && i == method.NumIn()-1 {
			args = args[:len(args)-1]
			for k := range arg.Len() {
				args = append(args, arg.Index(k))
			}
		}
	}
	return args, true
}

// argument makes up a value of a type.
func argument(of reflect.Type, try int) (arg reflect.Value, known bool) {
	arg = reflect.New(of).Elem()
	switch number := []int{0, 1, 2, 3, 5, 30, -1, 1 << 30}[try%8]; of.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		arg.SetInt(int64(number))
		return arg, true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		arg.SetUint(uint64(number))
		return arg, true
	case reflect.Slice:
		for k := range try {
			element, known := argument(of.Elem(), try+k)
			if !known {
				return arg, false
			}
			arg = reflect.Append(arg, element)
		}
		return arg, true
	}
	switch of {
	case reflect.TypeFor[engine.Pos]():
		return reflect.ValueOf([]engine.Pos{{}, {Row: 1, Col: 1}, {Row: 9, Col: 30}, {Row: -1}, {Col: 1 << 20}}[try%5]), true
	case reflect.TypeFor[*engine.Rand]():
		return reflect.ValueOf(engine.NewRand(engine.NewChaCha8(uint64(try), 0))), true
	}
	return arg, false
}

// overwrite writes zeros to everything that can be reached from a value.
func overwrite(v reflect.Value, depth int) {
	if depth > 4 {
		return
	}
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			overwrite(v.Index(i), depth+1)
			v.Index(i).SetZero()
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			overwrite(v.Elem(), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); v.Type().Field(i).IsExported() {
				overwrite(f, depth+1)
				if f.CanSet() {
					f.SetZero()
				}
			}
		}
	case reflect.Map:
		v.Clear()
	case reflect.Func:
		drain(v, depth)
	}
}

// drain overwrites what an iterator yields.
func drain(iterator reflect.Value, depth int) {
	if iterator.IsNil() || !iterator.Type().CanSeq() && !iterator.Type().CanSeq2() {
		return
	}
	yield := reflect.MakeFunc(iterator.Type().In(0), func(values []reflect.Value) []reflect.Value {
		for _, v := range values {
			overwrite(v, depth+1)
		}
		return []reflect.Value{reflect.ValueOf(true)}
	})
	iterator.Call([]reflect.Value{yield})
}
