// Package hint has the error that says what to do about it.
package hint

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/botarena/arena/internal/base/crowd"
	"github.com/botarena/arena/internal/base/safe"
)

// HintedError is an error that somebody can do something about. Packages whose errors are told from others by
// their type embed it; it is not called Error, as a field of that name would hide the method.
type HintedError struct {
	Culprit safe.Outside // as it was typed, or a path; "" if the problem names it
	Problem string       // in words that follow the culprit
	Fix     string       // what to do about it; "" if nothing is known
	Cause   error        // for errors.Is, and not said again; may be nil
}

// New returns an error without a cause.
func New[T ~string](culprit T, problem, fix string) *HintedError {
	return &HintedError{Culprit: safe.Outside(culprit), Problem: problem, Fix: fix}
}

// Wrap puts a culprit before an error, and keeps its hint.
func Wrap[T ~string](culprit T, err error) *HintedError {
	return New(culprit, err.Error(), Of(err)).Because(err)
}

// With says of an error what to do about it.
func With(err error, fix string) *HintedError { return New("", err.Error(), fix).Because(err) }

// Because gives the error its cause, and returns it.
func (e *HintedError) Because(cause error) *HintedError {
	e.Cause = cause
	return e
}

func (e *HintedError) Error() string {
	if e.Culprit == "" {
		return e.Problem
	}
	return e.Culprit.String() + ": " + e.Problem
}

// Hint returns what to do about it, or "".
func (e *HintedError) Hint() string { return e.Fix }

func (e *HintedError) Unwrap() error { return e.Cause }

// Of returns the hint of the outermost error that can have one, or "" if there is none. If too many files are
// open, that is why whatever failed did so, and what counts.
func Of(err error) string {
	if err == nil {
		return ""
	}
	if files := OfFiles(err); files != "" {
		return files
	}
	var hinted interface{ Hint() string }
	if errors.As(err, &hinted) {
		return hinted.Hint()
	}
	return ""
}

// OfFiles returns advice about an error that there are too many open files, or "" if
// it is about something else. It also knows the error by its text, because libraries and
// other processes pass on no more.
func OfFiles(err error) string {
	if !errors.Is(err, syscall.EMFILE) && !errors.Is(err, syscall.ENFILE) &&
		!strings.Contains(err.Error(), syscall.EMFILE.Error()) {
		return ""
	}
	if most := crowd.MostFiles(); most > 0 {
		return fmt.Sprintf("the limit on open files is %d; ulimit -n 1024 raises it", most)
	}
	return "ulimit -n 1024 raises the limit on open files"
}
