package wire

import (
	"bytes"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/scheduler"
)

// TestALargeResultIsSentInParts that are no larger than a message may be, in order.
func TestALargeResultIsSentInParts(t *testing.T) {
	whole := Result{Key: scheduler.Key{1}, Body: bytes.Repeat([]byte("abcdefg"), MostBody/2), Failed: FailedUnable}
	all := whole.Split()
	require.Len(t, all, 4)
	var body []byte
	for i, part := range all {
		require.LessOrEqual(t, len(part.Body), MostBody)
		body = append(body, part.Body...)
		part.Body = nil
		require.Equal(t, Result{Key: whole.Key, Failed: whole.Failed, Part: i + 1, Parts: 4}, part)
	}
	require.True(t, bytes.Equal(whole.Body, body))
	small := Result{Key: scheduler.Key{2}, Body: []byte("x"), Part: 1, Parts: 1}
	require.Equal(t, []Result{small}, small.Split())
	require.Len(t, Result{}.Split(), 1, "an empty result is one")
}

// TestAPartSaysWhichItIs, and what no worker of ours says is refused.
func TestAPartSaysWhichItIs(t *testing.T) {
	part, of, err := readPart("2/3")
	require.NoError(t, err)
	require.Equal(t, []int{2, 3}, []int{part, of})
	for _, wrong := range []string{"0/2", "3/2", "1/1", "1/99999", "x/2", "1/", "1"} {
		_, _, err := readPart(wrong)
		require.Error(t, err, wrong)
	}
}

// TestWhatAWorkerSendsIsSigned, all of it: no other result can be made of it, and nobody else sends it.
func TestWhatAWorkerSendsIsSigned(t *testing.T) {
	worker, other := key(t), key(t)
	sent := Result{Key: scheduler.Key{1}, Body: []byte("mine"), Failed: FailedMatch, Part: 2, Parts: 3}
	fresh := func() *nats.Msg {
		m, err := sent.Message(Named("").Result(public(t, worker)), worker)
		require.NoError(t, err)
		return m
	}
	text := "arena result 2 " + FailedMatch.Raw() + " 2/3\n\x01" + strings.Repeat("\x00", 31) + "mine"
	require.Equal(t, text, string(sent.signed()), "workers of other versions sign that, too")
	m := fresh()
	came, err := ReadResult(WorkerOf(m.Subject), m.Header, m.Data)
	require.NoError(t, err)
	require.Equal(t, sent, came)
	_, err = ReadResult(public(t, other), m.Header, m.Data)
	require.Error(t, err, "that of another worker")
	for name, change := range map[string]func(m *nats.Msg){
		"other body":      func(m *nats.Msg) { m.Data = []byte("more") },
		"other match":     func(m *nats.Msg) { m.Header.Set(headerKey, scheduler.Key{2}.String()) },
		"no match":        func(m *nats.Msg) { m.Header.Del(headerKey) },
		"no failure":      func(m *nats.Msg) { m.Header.Del(headerFailed) },
		"another failure": func(m *nats.Msg) { m.Header.Set(headerFailed, string(FailedUnable)) },
		"unknown failure": func(m *nats.Msg) { m.Header.Set(headerFailed, "2") },
		"another part":    func(m *nats.Msg) { m.Header.Set(headerPart, "1/3") },
		"the whole":       func(m *nats.Msg) { m.Header.Del(headerPart) },
		"no signature":    func(m *nats.Msg) { m.Header.Del(headerSignature) },
	} {
		m := fresh()
		change(m)
		_, err := ReadResult(WorkerOf(m.Subject), m.Header, m.Data)
		require.Error(t, err, name)
	}
}

func key(t *testing.T) nkeys.KeyPair {
	t.Helper()
	k, err := nkeys.CreateUser()
	require.NoError(t, err)
	return k
}

func public(t *testing.T, k nkeys.KeyPair) string {
	t.Helper()
	id, err := k.PublicKey()
	require.NoError(t, err)
	return id
}
