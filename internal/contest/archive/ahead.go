package archive

import (
	"context"
	"iter"
	"sync"
)

// batch is how many values are handed over at a time.
const batch = 128

// read is some values, and why there are no more.
type read[T any] struct {
	values []T
	err    error
}

// ahead yields what a sequence yields, which goes on in a goroutine meanwhile. The sequence is given a context that is
// done when nobody wants more. It ends with its first error.
func ahead[T any](ctx context.Context, all func(context.Context) iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		var reading sync.WaitGroup
		defer reading.Wait()
		defer stop()
		batches := make(chan read[T], 2)
		reading.Go(func() {
			defer close(batches)
			collect(ctx, all(ctx), batches)
		})
		for some := range batches {
			for _, one := range some.values {
				if !yield(one, nil) {
					return
				}
			}
			if some.err != nil {
				var none T
				yield(none, some.err)
				return
			}
		}
	}
}

// collect sends what a sequence yields, until it ends or ctx is done.
func collect[T any](ctx context.Context, all iter.Seq2[T, error], to chan<- read[T]) {
	some := read[T]{values: make([]T, 0, batch)}
	send := func() bool {
		select {
		case to <- some:
			some = read[T]{values: make([]T, 0, batch)}
			return true
		case <-ctx.Done():
			return false
		}
	}
	for one, err := range all {
		if err != nil {
			some.err = err
			break
		}
		if some.values = append(some.values, one); len(some.values) == batch && !send() {
			return
		}
	}
	send()
}
