package trust

import "golang.org/x/crypto/ssh"

// IsOwn reports whether a fingerprint is that of the user's own key: the one that signs if nobody says
// which. Other keys are those of strangers, who knows whose.
func IsOwn(fingerprint string) bool {
	key := ownKey()
	return key != nil && Fingerprint(key) == fingerprint
}

// ownKey returns the public half of the usual key, or nil if there is none that can be read.
func ownKey() ssh.PublicKey {
	path := UsualFile()
	if path == "" {
		return nil
	}
	if key, err := PublicFromFile(path + ".pub"); err == nil {
		return key
	}
	signer, err := FromFile(path, nil)
	if err != nil {
		return nil
	}
	return signer.PublicKey()
}
