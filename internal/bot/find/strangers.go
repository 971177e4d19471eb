package find

import (
	"errors"

	"github.com/botarena/arena/internal/bot/trust"
	"github.com/botarena/arena/internal/process/sandbox"
)

// IsStrangers reports whether somebody else than the user has signed the package, or nobody.
func (p *PackageFile) IsStrangers() bool {
	return p.Signer == nil || !trust.IsOwn(trust.Fingerprint(p.Signer))
}

// MayStart returns an error of type *[Error] unless, by its manifest, the terms let the package play.
func (p *PackageFile) MayStart(terms sandbox.Terms) error {
	return Finder{Terms: terms}.mayStart(target{typed: p.Path}, p.IsStrangers(), Kind(p.Manifest.Kind))
}

// mayStart returns an error unless the found bot may be started here.
func (f Finder) mayStart(t target, stranger bool, kind Kind) error {
	refused := new(sandbox.RefusedError)
	if err := f.Terms.MayStart(sandbox.Origin{Stranger: stranger, Module: kind == WASI}); errors.As(err, &refused) {
		return Unfit(t.typed, refused.Error(), refused.Hint())
	}
	return nil
}
