package web

import (
	"encoding/json"
	"errors"
	"html/template"
	"io"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"

	"assay/check/adjudicate"
	"assay/check/ledger"
	"assay/check/review"
	"assay/diagnose"
	"assay/report"
)

// Check serves the human check of one queue. Handlers only pass on what the
// session says.
type Check struct {
	Session *review.Session
	Judge   string // the judge that the page begins with
	Blind   bool   // systems are not named
	Title   string
	pages   *template.Template
}

// NewCheck returns the check of a session.
func NewCheck(s *review.Session, judge, title string, blind bool) (*Check, error) {
	t, err := template.ParseFS(assets, "assets/check.html")
	if err != nil {
		return nil, err
	}
	return &Check{Session: s, Judge: judge, Title: title, Blind: blind, pages: t}, nil
}

// Register adds the check's pages to mux under prefix, such as "/".
func (c *Check) Register(mux *http.ServeMux, prefix string) {
	mux.HandleFunc("GET "+prefix+"{$}", c.page)
	mux.HandleFunc("GET "+prefix+"api/item", c.item)
	mux.HandleFunc("POST "+prefix+"api/decide", c.decide)
	mux.HandleFunc("POST "+prefix+"api/undo", c.undo)
	mux.HandleFunc("GET "+prefix+"api/agreement", c.agreement)
	mux.HandleFunc("GET "+prefix+"export.tsv", c.export)
}

// RegisterAssets serves styles and scripts under /assets/.
func RegisterAssets(mux *http.ServeMux) { mux.Handle("GET /assets/", http.FileServerFS(assets)) }

func (c *Check) page(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = c.pages.ExecuteTemplate(w, "check.html", c)
}

// fail answers with an error in words: the reader sees it on the page.
func fail(w http.ResponseWriter, status int, err error) {
	text := err.Error()
	var fe *ledger.FileError
	if errors.As(err, &fe) && fe.Hint != "" {
		text += " — " + fe.Hint
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(map[string]string{"error": text})
}

// itemJSON is one item as the page shows it.
type itemJSON struct {
	N          int          `json:"n"` // -1: all is decided
	Total      int          `json:"total"`
	Sentence   string       `json:"sentence,omitempty"`
	Item       string       `json:"item,omitempty"`
	Kind       string       `json:"kind,omitempty"`
	Group      string       `json:"group,omitempty"`
	Like       int          `json:"like,omitempty"` // items of the group not decided yet
	Words      string       `json:"words,omitempty"`
	Gold       string       `json:"gold,omitempty"`
	Systems    []string     `json:"systems,omitempty"`
	Text       string       `json:"text"` // words of gold
	GoldLine   string       `json:"gold_line"`
	SystemLine string       `json:"system_line"`
	Decision   string       `json:"decision,omitempty"`
	Note       string       `json:"note,omitempty"`
	Said       string       `json:"said,omitempty"` // by judges who differ
	Progress   progressJSON `json:"progress"`
	Message    string       `json:"message,omitempty"`
}

type progressJSON struct {
	Total    int     `json:"total"`
	Decided  int     `json:"decided"`
	Accepted int     `json:"accepted"`
	Rejected int     `json:"rejected"`
	PerHour  float64 `json:"per_hour"`
}

func judgeOf(r *http.Request) (string, error) {
	j := strings.TrimSpace(r.FormValue("judge"))
	if j == "" || len(j) > 80 {
		return "", errors.New("want the name of a judge, at most 80 bytes")
	}
	return j, nil
}

// item answers with item n, or the next one from n on that is not decided.
func (c *Check) item(w http.ResponseWriter, r *http.Request) {
	judge, err := judgeOf(r)
	if err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	n, err := c.number(r)
	if err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	if r.FormValue("next") != "" {
		if n, err = c.Session.Next(judge, n); err != nil {
			fail(w, http.StatusInternalServerError, err)
			return
		}
	}
	c.send(w, judge, n, "")
}

// number reads n, around the ends of the queue.
func (c *Check) number(r *http.Request) (int, error) {
	total := len(c.Session.Queue.Items)
	if total == 0 {
		return -1, nil
	}
	n, err := strconv.Atoi(r.FormValue("n"))
	if err != nil {
		return 0, errors.New("want the number of an item")
	}
	return ((n % total) + total) % total, nil
}

func (c *Check) send(w http.ResponseWriter, judge string, n int, message string) {
	p, err := c.Session.Progress(judge)
	if err != nil {
		fail(w, http.StatusInternalServerError, err)
		return
	}
	q := c.Session.Queue
	out := itemJSON{N: n, Total: len(q.Items), Message: message,
		Progress: progressJSON{p.Total, p.Decided, p.Accepted, p.Rejected, p.PerHour}}
	if n >= 0 {
		it := q.Items[n]
		gold, system, gm, sm := q.Sight(it)
		goldLine, systemLine, err := lines(&diagnose.Sight{Gold: gold, System: system, GoldMarks: gm, SystemMarks: sm}, sameWords(gold, system), nil)
		if err != nil {
			fail(w, http.StatusInternalServerError, err)
			return
		}
		out.Sentence, out.Item, out.Kind, out.Group, out.Words, out.Gold = it.Sentence, it.Item, it.Kind, it.Group, it.Words, it.Gold
		out.Said = it.Said
		out.Text, out.GoldLine, out.SystemLine = wordsOf(gold), goldLine, systemLine
		for _, s := range it.Systems {
			if !c.Blind {
				out.Systems = append(out.Systems, filepath.Base(q.Systems[s]))
			}
		}
		if out.Like, err = c.Session.OpenLike(judge, n); err != nil {
			fail(w, http.StatusInternalServerError, err)
			return
		}
		verdict, note, err := c.Session.Held(judge, n)
		if err != nil {
			fail(w, http.StatusInternalServerError, err)
			return
		}
		out.Decision, out.Note = string(verdict), note
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(out)
}

// decide records a decision and answers with the next item.
func (c *Check) decide(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<16)
	judge, err := judgeOf(r)
	if err == nil && len(c.Session.Queue.Items) == 0 {
		err = errors.New("there is nothing to decide")
	}
	n := 0
	if err == nil {
		n, err = c.number(r)
	}
	verdict := adjudicate.Verdict(r.FormValue("decision"))
	switch verdict {
	case adjudicate.Accept, adjudicate.Reject, adjudicate.Unsure:
	default:
		err = errors.Join(err, errors.New("want accept, reject or unsure"))
	}
	if err == nil && r.FormValue("item") != c.Session.Queue.Items[n].Item {
		err = errors.New("the item on the page is not the one of that number; load the page again")
	}
	if err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	done, err := c.Session.Decide(judge, n, verdict, r.FormValue("note"), r.FormValue("all") != "")
	if err != nil {
		fail(w, http.StatusInternalServerError, err)
		return
	}
	next, err := c.Session.Next(judge, n)
	if err != nil {
		fail(w, http.StatusInternalServerError, err)
		return
	}
	message := string(verdict) + "ed"
	if verdict == adjudicate.Unsure {
		message = "unsure"
	}
	if done > 1 {
		message = strconv.Itoa(done) + " items " + message
	}
	c.send(w, judge, next, message)
}

func (c *Check) undo(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<16)
	judge, err := judgeOf(r)
	if err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	n, err := c.Session.Undo(judge)
	switch {
	case err != nil:
		fail(w, http.StatusInternalServerError, err)
	case n < 0:
		next, _ := c.Session.Next(judge, 0)
		c.send(w, judge, next, "nothing to take back")
	default:
		c.send(w, judge, n, "taken back")
	}
}

// agreement answers with how far the judges agree and where they do not.
func (c *Check) agreement(w http.ResponseWriter, _ *http.Request) {
	list, err := c.Session.Decisions()
	if err != nil {
		fail(w, http.StatusInternalServerError, err)
		return
	}
	o := report.Object{}
	o.Add("agreement", AgreementTable(list).Objects())
	o.Add("disagreements", DisagreementTable(list).Objects())
	w.Header().Set("Content-Type", "application/json")
	report.WriteJSON(w, o)
}

// AgreementTable tells how far judges agree, over all items and by kind.
func AgreementTable(list []adjudicate.Decision) *report.Table {
	t := &report.Table{Title: "agreement of the judges", Head: []string{"kind", "items", "judges", "observed", "Cohen's kappa", "Fleiss' kappa", "Gwet's AC1", "Krippendorff's alpha"},
		Notes: []string{"over items that at least two judges decided; where most items are accepted kappa is low however well judges agree, and AC1 is not"}}
	for _, a := range adjudicate.Agree(list) {
		kind := a.Kind
		if kind == "" {
			kind = "all"
		}
		t.Add(report.Label(kind), report.Count(a.Items), report.Count(a.Judges), report.Percent(a.Observed, 1),
			report.Number(a.Cohen, 3), report.Number(a.Fleiss, 3), report.Number(a.AC1, 3), report.Number(a.Alpha, 3))
	}
	return t
}

// DisagreementTable lists the items on which judges differ, with what each says.
func DisagreementTable(list []adjudicate.Decision) *report.Table {
	t := &report.Table{Title: "items on which judges differ", Head: []string{"sentence", "item", "kind", "decisions"}}
	for _, d := range adjudicate.Disputes(list) {
		t.Add(report.Label(d.Sentence), report.Label(d.Item), report.Label(d.Kind), report.Label(d.String()))
	}
	return t
}

func (c *Check) export(w http.ResponseWriter, _ *http.Request) {
	list, err := c.Session.Decisions()
	if err != nil {
		fail(w, http.StatusInternalServerError, err)
		return
	}
	w.Header().Set("Content-Type", "text/tab-separated-values; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="decisions.tsv"`)
	_ = adjudicate.Write(io.Writer(w), list)
}
