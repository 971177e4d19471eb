package submissions

import (
	"archive/zip"
	"fmt"
	"mime"
	"net/http"
)

// kept tells whose sources somebody may have back.
func (d *door) kept(w http.ResponseWriter, r *http.Request, by Person) {
	names, err := d.Kept(r.Context(), by)
	if err != nil {
		d.refuse(w, err)
		return
	}
	say(w, http.StatusOK, append([]string{}, names...))
}

// source gives back the sources of a bot, as an archive. One that has no end was cut.
func (d *door) source(w http.ResponseWriter, r *http.Request, by Person) {
	bot := r.PathValue("bot")
	root, err := d.Source(r.Context(), by, bot)
	if err == nil && root == nil {
		err = &Refusal{Why: "no sources are kept here of a bot of yours of this name"}
	}
	if err != nil {
		d.refuse(w, err)
		return
	}
	defer root.Close() //nolint:errcheck // only read
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": bot + ".zip"}))
	archive := zip.NewWriter(w)
	if err := archive.AddFS(root.FS()); err != nil {
		d.Warn(fmt.Errorf("the sources of a bot: %w", err))
		return
	}
	_ = archive.Close() // a browser that is gone needs no answer
}
