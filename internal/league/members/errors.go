package members

import "errors"

// ErrInvited says that somebody was invited under a name, and that this counts still.
var ErrInvited = errors.New("there is an invitation of this name")
