package playground

import (
	"context"
	"encoding/json"

	"github.com/botarena/arena/internal/base/safe"
)

// calls are what a page can ask of a room, by name: what it is given, and what it gives. Most is JSON.
var calls = map[string]func(r *Room, ctx context.Context, given []byte) ([]byte, error){
	"open":   func(r *Room, _ context.Context, _ []byte) ([]byte, error) { return json.Marshal(r.Open()) },
	"begin":  asked((*Room).Begin),
	"next":   asked(func(r *Room, _ context.Context, replies []Reply) (Asked, error) { return r.Next(replies) }),
	"hear":   asked(func(r *Room, _ context.Context, m Moment) (Heard, error) { return r.Hear(m) }),
	"replay": func(r *Room, _ context.Context, _ []byte) ([]byte, error) { return r.Replay() },
	"page":   func(r *Room, _ context.Context, _ []byte) ([]byte, error) { return r.Page() },
	"read":   func(r *Room, _ context.Context, file []byte) ([]byte, error) { return r.Read(file) },
	"stop": func(r *Room, _ context.Context, _ []byte) ([]byte, error) {
		r.Stop()
		return nil, nil
	},
}

// asked is a call that is given JSON and gives JSON.
func asked[Q, A any](answer func(*Room, context.Context, Q) (A, error)) func(*Room, context.Context, []byte) ([]byte,
	error,
) {
	return func(r *Room, ctx context.Context, given []byte) ([]byte, error) {
		var question Q
		if err := json.Unmarshal(given, &question); err != nil {
			return nil, err
		}
		a, err := answer(r, ctx, question)
		if err != nil {
			return nil, err
		}
		return json.Marshal(a)
	}
}

// Call does what a page asks for by the name of an export.
func (r *Room) Call(ctx context.Context, name string, given []byte) ([]byte, error) {
	call, known := calls[name]
	if !known {
		return nil, safe.Errorf("%s: a room does no such thing", name)
	}
	return call(r, ctx, given)
}
