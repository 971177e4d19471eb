package uploads

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// sender is an author whose arena begins anew as often as its upload was given up, and asks a busy league every five
// seconds, as ours does.
type sender struct {
	session string
	from    netip.Prefix
	size    int64
	part    int64         // bytes
	every   time.Duration // a part
	hasty   bool          // it asks a busy league every second
	digest  [sha256.Size]byte

	id    string
	got   int64
	next  time.Time
	whole bool
}

// act does what is due.
func (s *sender) act(t *testing.T, u *Uploads, now time.Time) {
	if s.whole || now.Before(s.next) {
		return
	}
	if s.id == "" {
		id, err := u.Begin(s.session, s.from, s.size, s.digest, now)
		if s.id, s.got, s.next = id, 0, now.Add(s.every); errors.Is(err, ErrBusy) {
			s.next = now.Add(5 * time.Second)
			if s.hasty {
				s.next = now.Add(time.Second)
			}
			return
		}
		require.NoError(t, err)
		return
	}
	part := min(s.part, s.size-s.got)
	got, whole, err := u.Add(s.session, s.id, s.got, make([]byte, part), now)
	if s.got, s.whole, s.next = got, whole, now.Add(s.every); errors.Is(err, ErrUnknown) {
		s.id, s.next = "", now.Add(time.Second)
		return
	}
	require.NoError(t, err)
}

// TestSlowUploadsKeepNobodyOut: an honest author gets through beside those who hold all places.
func TestSlowUploadsKeepNobodyOut(t *testing.T) {
	const mobile = 4200 * time.Millisecond // for a part of 512 kB: 125 kB/s
	for name, c := range map[string]struct {
		attacker sender
		homes    int // of attackers
		count    int
		backlog  Backlog
		honest   sender
		within   time.Duration
	}{
		"a byte every 20 s": {
			attacker: sender{size: 1 << 20, part: 1, every: 20 * time.Second}, homes: 2, count: 16,
			honest: sender{from: address(9), size: 3 << 20, part: 512 << 10, every: mobile}, within: 26 * time.Second,
		},
		"and come again at once": {
			attacker: sender{size: 1 << 20, part: 1, every: 20 * time.Second, hasty: true}, homes: 2, count: 40,
			honest: sender{from: address(9), size: 3 << 20, part: 512 << 10, every: mobile}, within: 26 * time.Second,
		},
		"a byte every 20 s from the same address": {
			attacker: sender{size: 1 << 20, part: 1, every: 20 * time.Second}, homes: 2, count: 16,
			honest: sender{from: address(0), size: 1 << 20, part: 512 << 10, every: mobile}, within: 10 * time.Second,
		},
		"large files that never come": {
			attacker: sender{size: MostSubmission, part: 1, every: 20 * time.Second}, homes: 3, count: 15,
			backlog: Backlog{Files: 1, Bytes: mostWaitingBytes - 15*MostSubmission},
			honest:  sender{from: address(9), size: 1 << 20, part: 512 << 10, every: mobile}, within: 10 * time.Second,
		},
		"as fast as they must be": {
			attacker: sender{size: MostSubmission, part: 70_000, every: time.Second}, homes: 2, count: 16,
			honest: sender{from: address(9), size: 1 << 20, part: 512 << 10, every: mobile}, within: 10 * time.Second,
		},
	} {
		t.Run(name, func(t *testing.T) {
			u, _ := newTestUploads(t)
			u.backlog = func() Backlog { return c.backlog }
			var all []*sender
			for n := range c.count {
				one := c.attacker
				one.session, one.from = fmt.Sprint(n), address(n%c.homes)
				all = append(all, &one)
			}
			now := noon
			for end := noon.Add(30 * time.Second); now.Before(end); now = now.Add(100 * time.Millisecond) {
				u.Sweep(now)
				for _, one := range all {
					one.act(t, u, now)
				}
			}
			require.Equal(t, min(c.count, mostUploads), len(u.open), "they hold the places")
			c.honest.session, c.honest.digest = "honest", sha256.Sum256(make([]byte, c.honest.size))
			for end := now.Add(c.within); !c.honest.whole && now.Before(end); now = now.Add(100 * time.Millisecond) {
				for _, one := range all {
					one.act(t, u, now)
				}
				c.honest.act(t, u, now)
			}
			require.True(t, c.honest.whole, "it has sent %d bytes", c.honest.got)
		})
	}
}

// TestOnlyTheSlowGo, and only for somebody who gets their place.
func TestOnlyTheSlowGo(t *testing.T) {
	u, _ := newTestUploads(t)
	ids := make([]string, mostUploads)
	for n := range ids {
		var err error
		ids[n], err = u.Begin(fmt.Sprint(n), address(n), 1<<20, [sha256.Size]byte{}, noon)
		require.NoError(t, err)
	}
	begins := func(from int, at time.Duration) bool {
		_, err := u.Begin("one more", address(from), 1<<20, [sha256.Size]byte{}, noon.Add(at))
		require.True(t, err == nil || errors.Is(err, ErrBusy))
		return err == nil
	}
	require.False(t, begins(100, 8*time.Second), "all may have a part on its way")
	for n, id := range ids[1:] {
		_, _, err := u.Add(fmt.Sprint(n+1), id, 0, make([]byte, 200<<10+n), noon.Add(8*time.Second))
		require.NoError(t, err)
	}
	u.Worked(2 * time.Second)
	require.False(t, begins(100, 9*time.Second), "the league was slow, and not they")
	u.backlog = func() Backlog { return Backlog{Files: mostWaitingFiles} }
	require.False(t, begins(100, 11*time.Second), "there is no room without them either")
	require.Len(t, u.open, mostUploads)
	u.backlog = func() Backlog { return Backlog{} }
	require.True(t, begins(100, 11*time.Second))
	require.NotContains(t, u.open, ids[0])
	require.Len(t, u.open, mostUploads)
	_, _, err := u.Add("0", ids[0], 0, []byte("x"), noon.Add(11*time.Second))
	require.ErrorIs(t, err, ErrUnknown, "its author begins anew")
}
