package trust

import (
	"encoding/base64"
	"strings"

	"github.com/hiddeco/sshsig"
)

// armor writes a signature as ssh-keygen does, in lines of 70 characters; sshsig has 64.
func armor(s *sshsig.Signature) []byte {
	const width = 70
	var text strings.Builder
	text.WriteString("-----BEGIN " + sshsig.PEMType + "-----\n")
	for coded := base64.StdEncoding.EncodeToString(s.Marshal()); coded != ""; {
		n := min(width, len(coded))
		text.WriteString(coded[:n] + "\n")
		coded = coded[n:]
	}
	text.WriteString("-----END " + sshsig.PEMType + "-----\n")
	return []byte(text.String())
}
