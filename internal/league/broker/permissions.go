package broker

import (
	"fmt"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/botarena/arena/internal/league/wire"
)

// workerPermissions are what a worker may do. All but results go to the league, which asks the server in its own words:
// a request to JetStream's API can have the server load and send everything that it has.
func workerPermissions(n wire.Names, id string) *server.Permissions {
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			n.Result(id),
			n.Beat(id),
			n.Next(id),
			n.Said(id),
			n.Part(id),
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{wire.Inbox(id) + ".>"}},
	}
}

// workersAccount is the server's account for all workers. A request says where its answer goes, and
// the server sends it there without asking whether the client may: an answer to the subject that
// deletes a stream deletes the stream. So the streams and the league are in an account of their own,
// of which workers reach the subjects listed here, and answers stay in the account of the workers.
const workersAccount = "workers"

const accountInfo = "$JS.API.INFO"

// openAccount makes an account that reaches some subjects of the league, each of which has one answer.
//
// It reaches accountInfo as well, though no client may ask for that: when JetStream is started again, the
// server would let an account that does not reach it ask for streams of its own instead of the league's.
func openAccount(s *server.Server, name string, subjects []string) (*server.Account, error) {
	account, err := s.RegisterAccount(name)
	if err != nil {
		return nil, fmt.Errorf("account of %s: %w", name, err)
	}
	league := s.GlobalAccount()
	for _, subject := range append(subjects, accountInfo) {
		if err := league.AddServiceExport(subject, []*server.Account{account}); err != nil {
			return nil, fmt.Errorf("export of %s: %w", subject, err)
		}
		if err := account.AddServiceImport(league, subject, subject); err != nil {
			return nil, fmt.Errorf("import of %s: %w", subject, err)
		}
	}
	return account, nil
}
