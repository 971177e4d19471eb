package members

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nkeys"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/process/sys"
)

// lockTime is how long another process may keep the list of workers.
const lockTime = 5 * time.Second

// lock keeps other processes from changing the files of a folder, until the returned function is
// called.
func lock(folder string) (unlock func(), err error) {
	path := filepath.Join(folder, "workers.lock")
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for end := time.Now().Add(lockTime); !sys.TryLock(file); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			_ = file.Close()
			return nil, hint.New(path, "another process keeps it", "end the process that changes the list of workers")
		}
	}
	return func() { _ = file.Close() }, nil
}

// Folder is the folder with the members, for all processes. A change by one of them counts at
// once.
type Folder string

// Invite makes a key for a worker, also while the league is served. The address is the host and
// port that the worker is to connect to; if it is empty, it is where the league is served or was
// served last. The name is no other worker's.
func (f Folder) Invite(name, address string) (Invitation, error) {
	if address == "" {
		var err error
		if address, err = f.address(); err != nil {
			return Invitation{}, err
		}
	}
	if !isAddress(address) {
		return Invitation{}, hint.New(
			"", fmt.Sprintf("%q is not a host and port", address), "for example arena.example.org:4222",
		)
	}
	return f.enter(Member{Name: name}, address)
}

// InviteToPage makes a key for all authors who are to submit bots by a page. It returns the key alone, which is secret.
func (f Folder) InviteToPage(name string, organises bool) (token string, err error) {
	i, err := f.enter(Member{Name: name, Submits: true, Organises: organises}, "")
	return i.seed, err
}

// enter makes a key for a member.
func (f Folder) enter(who Member, address string) (Invitation, error) {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return Invitation{}, err
	}
	m, err := Load(string(f))
	if err != nil {
		return Invitation{}, err
	}
	for _, member := range m.All() {
		if member.Name == who.Name && member.Revoked == "" && member.Person == "" {
			return Invitation{}, hint.New(
				"", ErrInvited.Error(), "choose another name, or revoke that one",
			).Because(ErrInvited)
		}
	}
	own, err := LoadIdentity(string(f))
	if err != nil {
		return Invitation{}, err
	}
	return m.Invite(who, address, own, time.Now())
}

// isAddress tells whether an invitation can have this host and port.
func isAddress(text string) bool {
	_, port, err := net.SplitHostPort(text)
	if err != nil || port == "" {
		return false
	}
	u, err := url.Parse(scheme + "://" + text)
	return err == nil && u.Host == text
}

// Members returns all who were invited, in the order of their invitations.
func (f Folder) Members() ([]Member, error) {
	m, err := Load(string(f))
	if err != nil {
		return nil, err
	}
	return m.All(), nil
}

// Revoke revokes the key of the worker of a name, or that of all authors. It reports whether there was one whose key
// counted. A league that is served shuts it out within a second.
func (f Folder) Revoke(name, why string) (found bool, err error) {
	m, err := Load(string(f))
	if err != nil {
		return false, err
	}
	for _, member := range m.All() {
		if member.Name != name || member.Revoked != "" || member.Person != "" {
			continue
		}
		counted, err := m.Revoke(member.ID, why)
		if found = found || counted; err != nil {
			return found, err
		}
	}
	return found, nil
}

// Invite makes a key for somebody of whom the name is known, and whether it is to submit bots by.
func (m *List) Invite(who Member, address string, own Identity, now time.Time) (Invitation, error) {
	i, err := who.newKey(now)
	i.Address, i.pin = address, own.pin
	if err != nil {
		return Invitation{}, err
	}
	return i, m.put(who)
}

// newKey gives a member a key.
func (who *Member) newKey(now time.Time) (i Invitation, err error) {
	if i.key, err = nkeys.CreateUser(); err != nil {
		return i, err
	}
	seed, err := i.key.Seed()
	if err != nil {
		return i, err
	}
	i.seed = string(seed)
	who.ID, who.Invited = i.ID(), now.UTC().Truncate(time.Millisecond)
	return i, nil
}

// served is where a league is served, as a file.
type served struct {
	Address string // of the server to which workers connect
	Page    string `json:",omitempty"`
}

func (f Folder) servedPath() string { return filepath.Join(string(f), "served.json") }

// served returns where the league is served, or was served last.
func (f Folder) served() (s served, err error) {
	text, err := os.ReadFile(f.servedPath())
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	return s, err
}

// address returns where workers connect to the league, or did last.
func (f Folder) address() (string, error) {
	s, err := f.served()
	if err == nil && s.Address == "" {
		err = hint.New(
			"", "nobody knows yet where workers connect to",
			"serve the league with --listen first, or name the --address",
		)
	}
	return s.Address, err
}

// Page returns the address of the page of the league with its playground, or where that was last; "" if there was none.
func (f Folder) Page() (string, error) {
	s, err := f.served()
	return s.Page, err
}

// Served writes down where workers connect to the league.
func (f Folder) Served(address string) error {
	return f.noteServed(func(s *served) { s.Address = address })
}

// ServedPage writes down where the page of the league is.
func (f Folder) ServedPage(page string) error { return f.noteServed(func(s *served) { s.Page = page }) }

func (f Folder) noteServed(change func(*served)) error {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return err
	}
	unlock, err := lock(string(f))
	if err != nil {
		return err
	}
	defer unlock()
	s, _ := f.served() // one that can't be read is written anew
	change(&s)
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return writeFile(f.servedPath(), append(text, '\n'))
}

// Reachable returns an address that others can connect to: one of this machine, if the server
// listens on all networks.
func Reachable(address string) string {
	host, port, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err != nil || host != "" && (ip == nil || !ip.IsUnspecified()) {
		return address
	}
	addresses, _ := net.InterfaceAddrs() // none if the system does not tell
	for _, a := range addresses {
		if own, ok := a.(*net.IPNet); ok && own.IP.IsGlobalUnicast() && own.IP.To4() != nil {
			return net.JoinHostPort(own.IP.String(), port)
		}
	}
	if name, err := os.Hostname(); err == nil {
		return net.JoinHostPort(name, port)
	}
	return net.JoinHostPort("127.0.0.1", port)
}
