package broker

import (
	"fmt"

	"github.com/nats-io/nats-server/v2/server"
)

// workersAccount is the server's account for all workers. A request says where its answer goes, and
// the server sends it there without asking whether the client may: an answer to the subject that
// deletes a stream deletes the stream. So the streams and the league are in an account of their own,
// of which workers reach what is listed here, and answers stay in the account of the workers.
const workersAccount = "workers"

// openAccount makes the workers' account.
func (n names) openAccount(s *server.Server) (*server.Account, error) {
	workers, err := s.RegisterAccount(workersAccount)
	if err != nil {
		return nil, fmt.Errorf("account of workers: %w", err)
	}
	league := s.GlobalAccount()
	for _, subject := range n.permissions("*").Publish.Allow {
		respond := server.Singleton
		if subject == n.nextJob("*") {
			respond = server.Streamed // a job, or a status and a job
		}
		if err := league.AddServiceExportWithResponse(subject, respond, []*server.Account{workers}); err != nil {
			return nil, fmt.Errorf("export of %s: %w", subject, err)
		}
		if err := workers.AddServiceImport(league, subject, subject); err != nil {
			return nil, fmt.Errorf("import of %s: %w", subject, err)
		}
	}
	return workers, nil
}
