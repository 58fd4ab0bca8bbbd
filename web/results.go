//go:build !js

package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"assay/internal/runs"
)

// report writes the page that assay report would write. A page that was made from
// the same files is shown again as it was; a new one is made by a job.
func (b *Workbench) report(w http.ResponseWriter, r *http.Request, list []*runs.Run, err error) {
	if err != nil {
		b.fault(w, err)
		return
	}
	key := b.pageKey(list)
	if page, ok := b.Register.Page(key); ok {
		writePacked(w, r, page)
		return
	}
	j := b.jobs.start(key, "page of "+titleOf(list), r.URL.RequestURI(), func(ctx context.Context, j *job) error {
		page, err := b.build(ctx, list, j)
		if err != nil {
			return err
		}
		return b.Register.KeepPage(key, page)
	})
	if !j.wait(r.Context(), b.Patience) {
		v := j.view()
		v.Href = r.URL.RequestURI()
		b.show(w, http.StatusOK, homeView{Wait: &v}, nil)
		return
	}
	page, ok := b.Register.Page(key)
	switch {
	case j.err != nil:
		b.fault(w, j.err)
	case !ok:
		b.fault(w, fmt.Errorf("the page of %s could not be kept", titleOf(list)))
	default:
		writePacked(w, r, page)
	}
}

// pageKey is a hash of everything that a page of runs depends on.
func (b *Workbench) pageKey(list []*runs.Run) string {
	parts := []any{b.Version, b.Settings}
	for _, r := range list {
		gold, _ := b.hash(r.Gold) // a file that is gone has the hash ""
		system, _ := b.hash(r.System)
		parts = append(parts, r, gold, system)
	}
	data, _ := json.Marshal(parts)
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func titleOf(list []*runs.Run) string {
	var names []string
	for _, r := range list {
		names = append(names, r.Name)
	}
	return strings.Join(names, ", ")
}

// build makes the page of runs, compressed.
func (b *Workbench) build(ctx context.Context, list []*runs.Run, job *job) ([]byte, error) {
	request, err := b.request(ctx, list...)
	if err != nil {
		return nil, err
	}
	request.Sentences = true
	job.watch(request.Study.Gold, len(list), &request.Study.Taps)
	page, err := Build(ctx, request)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	page.Served = true
	for _, x := range list {
		if why := b.stale(x); why != "" {
			page.Sentences = append(page.Sentences, Paragraph{{Text: "Not the files of the run: ", Bold: true},
				{Text: why + " since " + x.Name + " was registered with " + shownScore(x) +
					"; this page shows the files as they are now."}})
		}
		if x.Metric != list[0].Metric {
			page.Sentences = append(page.Sentences, Paragraph{{Text: "Another measure: ", Bold: true},
				{Text: fmt.Sprintf("%s was registered with %s %s of %s; this page scores all systems with %s.", x.Name,
					shownScore(x), scoreLabel(x.Score), x.Metric, list[0].Metric)}})
		}
	}
	page.Title = titleOf(list) + " against " + list[0].Gold
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	if err := errors.Join(page.Write(z), z.Close()); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// writePacked sends a compressed page, as it is where the browser can read it.
func writePacked(w http.ResponseWriter, r *http.Request, page []byte) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(page)
		return
	}
	z, err := gzip.NewReader(bytes.NewReader(page))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	var plain bytes.Buffer
	if _, err := plain.ReadFrom(z); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	_, _ = w.Write(plain.Bytes())
}
