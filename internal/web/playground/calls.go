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
	"think":  does((*Room).Think),
	"hear":   asked(func(r *Room, _ context.Context, m Moment) (Heard, error) { return r.Hear(m) }),
	"plan":   asked(func(r *Room, _ context.Context, s Series) (Plan, error) { return r.Plan(s) }),
	"weigh":  asked(func(r *Room, _ context.Context, w Weighed) (Found, error) { return r.Weigh(w) }),
	"key":    asked(func(r *Room, _ context.Context, k KeyWanted) (Key, error) { return r.Key(k) }),
	"pack":   given(func(r *Room, b Bundle) ([]byte, error) { return r.Pack(b) }),
	"folder": given(func(r *Room, b Bundle) ([]byte, error) { return r.Folder(b) }),
	"replay": func(r *Room, _ context.Context, _ []byte) ([]byte, error) { return r.Replay() },
	"page":   func(r *Room, _ context.Context, _ []byte) ([]byte, error) { return r.Page() },
	"rounds": func(r *Room, _ context.Context, _ []byte) ([]byte, error) { return r.Rounds() },
	"read":   func(r *Room, _ context.Context, file []byte) ([]byte, error) { return r.Read(file) },
	"unpack": func(r *Room, _ context.Context, file []byte) ([]byte, error) { return r.Unpack(file) },
	"stop":   does((*Room).Stop),
}

// asked is a call that is given JSON and gives JSON.
func asked[Q, A any](answer func(*Room, context.Context, Q) (A, error)) func(*Room, context.Context, []byte) ([]byte,
	error,
) {
	return func(r *Room, ctx context.Context, text []byte) ([]byte, error) {
		var question Q
		if err := json.Unmarshal(text, &question); err != nil {
			return nil, err
		}
		a, err := answer(r, ctx, question)
		if err != nil {
			return nil, err
		}
		return json.Marshal(a)
	}
}

// given is a call that is given JSON and gives a file.
func given[Q any](answer func(*Room, Q) ([]byte, error)) func(*Room, context.Context, []byte) ([]byte, error) {
	return func(r *Room, _ context.Context, text []byte) ([]byte, error) {
		var question Q
		if err := json.Unmarshal(text, &question); err != nil {
			return nil, err
		}
		return answer(r, question)
	}
}

// does is a call that is given nothing and gives nothing.
func does(do func(*Room)) func(*Room, context.Context, []byte) ([]byte, error) {
	return func(r *Room, _ context.Context, _ []byte) ([]byte, error) {
		do(r)
		return nil, nil
	}
}

// Call does what a page asks for by the name of an export.
func (r *Room) Call(ctx context.Context, name string, text []byte) ([]byte, error) {
	call, known := calls[name]
	if !known {
		return nil, safe.Errorf("%s: a room does no such thing", name)
	}
	return call(r, ctx, text)
}
