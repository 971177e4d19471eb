// Package backup writes a league into one file, also while it is served, and makes the league of such a file again.
//
// The file is a tar archive without compression: what comes out of it is never larger than it is. Its first entry
// says that it is a backup, then come the store as it was at one moment, the programs and packages of its bots, the
// sources that are kept, what workers and authors were invited with, and what authors have submitted. The last entry,
// SHA256SUMS, has the digests of all others, as sha256sum -c takes them; without it the file is not whole.
package backup

import (
	"path"
	"strings"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/late"
)

// The entries of a backup, and the folders in it.
const (
	markName  = "league-backup" // the first
	markText  = "1\n"           // the format
	storeName = "league.db"
	sumsName  = "SHA256SUMS" // the last
	bots      = "bots"
	packages  = "packages"
	inbox     = "inbox"
	sources   = "sources"
	workers   = "workers"
)

// ofWorkers are the files that invitations need: the server's key and certificate, and who was invited.
var ofWorkers = []string{"identity.pem", "workers.json"}

// mostSums is how long the list of all entries may be. 10,000 bots of ten files have a fifth of that.
const mostSums = 64 << 20

var (
	// program is a folder with programs of a bot, and packed a package, both named after digests.
	program = late.Regexp(`^[0-9a-f]{64}$`)
	packed  = late.Regexp(`^[0-9a-f]{64}\.bot$`)
	// submitted is a file that was handed in. What else lies in an inbox may be half of a file.
	submitted = late.Regexp(`^[0-9a-f]{32}((-[0-9a-f]{16})?\.bot|-[0-9a-f]{16}\.zip)$`)
	// source is a folder with the source of a bot; see [league.SourceName].
	source = late.Regexp(`^[0-9a-f]{64}(-[0-9a-f]{16})?$`)
)

// mayHave reports whether a backup has files of this path.
func mayHave(name string) bool {
	top, rest, _ := strings.Cut(name, "/")
	switch top {
	case storeName:
		return rest == ""
	case bots:
		digest, inside, _ := strings.Cut(rest, "/")
		return program().MatchString(digest) && files.IsInside(inside)
	case sources:
		of, inside, _ := strings.Cut(rest, "/")
		return source().MatchString(of) && files.IsInside(inside)
	case packages:
		return packed().MatchString(rest)
	case inbox:
		return submitted().MatchString(rest)
	}
	for _, file := range ofWorkers {
		if name == path.Join(workers, file) {
			return true
		}
	}
	return false
}
