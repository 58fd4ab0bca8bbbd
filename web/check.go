//go:build !js

package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"assay/check/adjudicate"
	"assay/check/ledger"
	"assay/check/review"
	"assay/diagnose"
	"assay/draw"
	"assay/internal/template"
	"assay/report"
)

// Check serves the human check of one queue. Handlers only pass on the answers of
// the session.
type Check struct {
	Session *review.Session
	Judge   string // the judge that the page begins with; "" makes it ask
	Blind   bool   // systems are not named
	Title   string
	pages   *template.Template
	drawing sync.Mutex // a graph of both sides shares gold's symbols

	pressing sync.Mutex
	pressed  []press // the latest key presses that were recorded
}

// A press is a key press of a page: its mark, and the item that it was about.
type press struct {
	mark string
	item int
}

// once calls record unless the key press of this mark was recorded before: a page sends
// a press again if the answer was lost.
func (c *Check) once(mark string, record func() (item int, err error)) (item int, err error) {
	const most, long = 1000, 80
	c.pressing.Lock()
	defer c.pressing.Unlock()
	if i := slices.IndexFunc(c.pressed, func(p press) bool { return p.mark == mark }); i >= 0 {
		return c.pressed[i].item, nil
	}
	item, err = record()
	if err == nil && mark != "" && len(mark) <= long {
		c.pressed = append(c.pressed[max(0, len(c.pressed)-most+1):], press{mark, item})
	}
	return item, err
}

// NewCheck returns the check of a session.
func NewCheck(s *review.Session, judge, title string, blind bool) (*Check, error) {
	t, err := template.New("check.html").Funcs(template.FuncMap{"orders": (*Check).Orders,
		"suspects": (*Check).Suspects, "asks": (*Check).Asks}).ParseFS(assets, "assets/check.html")
	if err != nil {
		return nil, err
	}
	return &Check{Session: s, Judge: judge, Title: title, Blind: blind, pages: t}, nil
}

// Register adds the check's pages to mux under prefix, such as "/".
func (c *Check) Register(mux *http.ServeMux, prefix string) {
	mux.HandleFunc("GET "+prefix+"{$}", c.page)
	mux.HandleFunc("GET "+prefix+"api/item", c.item)
	mux.HandleFunc("GET "+prefix+"api/alike", c.alike)
	mux.HandleFunc("POST "+prefix+"api/decide", c.decide)
	mux.HandleFunc("POST "+prefix+"api/undo", c.undo)
	mux.HandleFunc("GET "+prefix+"api/agreement", c.agreement)
	mux.HandleFunc("GET "+prefix+"export.tsv", c.export)
}

// Suspects reports whether the items are gold's, not the systems'.
func (c *Check) Suspects() bool { return c.Session.Queue.Metric == review.SuspectsMetric }

// Asks is the measure whose items are asked about, and the score of it.
func (c *Check) Asks() string {
	return strings.TrimSpace(c.Session.Queue.Metric + " " + c.Session.Queue.Score)
}

// A Choice is an order of the items in the page's list.
type Choice struct{ Value, Text string }

// Orders are the orders in which the page can ask.
func (c *Check) Orders() (out []Choice) {
	for _, o := range c.Session.Queue.Orders {
		text := string(o)
		switch o {
		case review.ByEffect:
			text = "effect on scores"
		case review.ByInterval:
			text = "interval of the score"
		}
		out = append(out, Choice{string(o), text})
	}
	return append(out, Choice{string(review.ByDispute), "disputes of judges"})
}

// RegisterAssets serves styles and scripts under /assets/.
func RegisterAssets(mux *http.ServeMux) { mux.Handle("GET /assets/", http.FileServerFS(assets)) }

func (c *Check) page(w http.ResponseWriter, r *http.Request) {
	writePage(w, c.pages, "check.html", c)
}

// writePage answers with a page, or with the fault of its template.
func writePage(w http.ResponseWriter, t *template.Template, name string, data any) {
	var page bytes.Buffer
	if err := t.ExecuteTemplate(&page, name, data); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = page.WriteTo(w)
}

// fail answers with an error in words: the reader sees it on the page.
func fail(w http.ResponseWriter, status int, err error) {
	text := err.Error()
	var fe *ledger.FileError
	if errors.As(err, &fe) && fe.Hint != "" {
		text += " — " + fe.Hint
	}
	answer(w, status, map[string]string{"error": text})
}

// answer answers with data.
func answer(w http.ResponseWriter, status int, data any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(data)
}

// itemJSON is one item as the page shows it.
type itemJSON struct {
	N          int      `json:"n"`               // -1: all is decided
	Ahead      bool     `json:"ahead,omitempty"` // the page has the rest of the item
	Total      int      `json:"total"`
	Sentence   string   `json:"sentence,omitempty"`
	Item       string   `json:"item,omitempty"`
	Kind       string   `json:"kind,omitempty"`
	Label      string   `json:"label,omitempty"`
	Question   string   `json:"question,omitempty"`
	Words      string   `json:"words,omitempty"`
	Gold       string   `json:"gold,omitempty"`
	Crosses    string   `json:"crosses,omitempty"`
	Like       int      `json:"like,omitempty"` // items of the group not decided yet
	Systems    []string `json:"systems,omitempty"`
	Text       string   `json:"text"` // words of gold
	GoldLine   string   `json:"gold_line,omitempty"`
	SystemLine string   `json:"system_line,omitempty"`
	Line       string   `json:"line,omitempty"` // words of the system
	// stretches of line that the item is about: first character, end, label
	Places   [][3]any   `json:"places,omitempty"`
	Focus    focusJSON  `json:"focus"`
	Decision string     `json:"decision,omitempty"`
	Note     string     `json:"note,omitempty"`
	Said     string     `json:"said,omitempty"` // by judges who differ
	Evidence []string   `json:"evidence,omitempty"`
	Shown    string     `json:"shown,omitempty"` // title of the drawing beside gold's
	History  []pastJSON `json:"history"`

	Attachment *attachmentJSON `json:"attachment,omitempty"` // that implies the item, unless it is asked alone
	Alone      bool            `json:"alone,omitempty"`      // an attachment implies it, and it is asked alone

	Progress  progressJSON   `json:"progress"`
	Estimates []estimateJSON `json:"estimates,omitempty"`
	Message   string         `json:"message,omitempty"`
}

// focusJSON is the position of the item in the drawing.
type focusJSON struct {
	Node    int32      `json:"node"`
	Word    int32      `json:"word"`
	Crossed int32      `json:"crosses"`
	First   int32      `json:"from"`
	Last    int32      `json:"to"`
	Arc     bool       `json:"arc,omitempty"`
	Role    bool       `json:"role,omitempty"`
	Head    int32      `json:"head"`
	Label   string     `json:"label,omitempty"`
	Parts   [][2]int32 `json:"parts,omitempty"`
	Nodes   []int32    `json:"nodes,omitempty"`
	Edges   []int32    `json:"edges,omitempty"`
}

// attachmentJSON is an attachment, with the brackets that it implies.
type attachmentJSON struct {
	Question string        `json:"question"`
	Gold     string        `json:"gold,omitempty"`
	Brackets []impliedJSON `json:"brackets"`
}

type impliedJSON struct {
	N        int    `json:"n"`
	Question string `json:"question"`
	Decision string `json:"decision,omitempty"`
}

type pastJSON struct {
	N        int    `json:"n"`
	Decision string `json:"decision"`
	Words    string `json:"words"`
	Items    int    `json:"items"`
}

// estimateJSON is a soft score to be expected; System is "" where systems are not named.
type estimateJSON struct {
	System  string  `json:"system,omitempty"`
	Score   string  `json:"score"`
	Value   float64 `json:"value"`
	Half    float64 `json:"half"`
	Decided int     `json:"decided"`
}

// estimates fills in the soft scores to be expected. With several systems that are not named there are none.
func (c *Check) estimates(out *itemJSON, judge string) error {
	list, err := c.Session.Estimates(judge)
	names := plainNames(c.Session.Queue.Systems)
	if err != nil || c.Blind && len(names) > 1 {
		return err
	}
	for _, e := range list {
		x := estimateJSON{Score: e.Score, Value: e.Value, Half: e.Half, Decided: e.Decided}
		if len(names) > 1 {
			x.System = names[e.System]
		}
		out.Estimates = append(out.Estimates, x)
	}
	return nil
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

func orderOf(r *http.Request) review.Order { return review.Order(r.FormValue("by")) }

// item answers with item n, with the item that is some steps from it, or with the
// next one from n on that is not decided: from the beginning of the order with "first".
func (c *Check) item(w http.ResponseWriter, r *http.Request) {
	judge, number, err := c.asked(r)
	if err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	if r.FormValue("first") != "" { // of the order
		number = -1
	}
	if step, wrong := strconv.Atoi(r.FormValue("step")); wrong == nil && number >= 0 {
		if number, err = c.Session.Step(orderOf(r), number, step); err != nil {
			fail(w, http.StatusInternalServerError, err)
			return
		}
	}
	if r.FormValue("next") != "" {
		if number, err = c.Session.Next(judge, orderOf(r), number); err != nil {
			fail(w, http.StatusInternalServerError, err)
			return
		}
	}
	c.send(w, r, judge, number, "")
}

// asked reads the judge and the number of an item.
func (c *Check) asked(r *http.Request) (judge string, number int, err error) {
	if judge, err = judgeOf(r); err == nil {
		number, err = c.number(r.FormValue("n"))
	}
	return judge, number, err
}

// number reads the number of an item, around the ends of the queue.
func (c *Check) number(text string) (int, error) {
	total := len(c.Session.Queue.Items)
	if total == 0 {
		return -1, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, errors.New("want the number of an item")
	}
	return ((n % total) + total) % total, nil
}

// send answers with item n. A page that names n as "ahead" has fetched it before the
// judge decided; it gets the progress alone, which the decision changed.
func (c *Check) send(w http.ResponseWriter, r *http.Request, judge string, n int, message string) {
	progress, err := c.Session.Progress(judge)
	if err != nil {
		fail(w, http.StatusInternalServerError, err)
		return
	}
	out := itemJSON{N: n, Total: len(c.Session.Queue.Items), Message: message, History: []pastJSON{},
		Progress: progressJSON{progress.Total, progress.Decided, progress.Accepted, progress.Rejected, progress.PerHour}}
	if out.Ahead = n >= 0 && r.FormValue("ahead") == strconv.Itoa(n); n >= 0 && !out.Ahead {
		err = c.describe(&out, n)
	}
	if n >= 0 && err == nil {
		err = c.held(&out, judge, n, orderOf(r) == review.ByDispute || r.FormValue("said") != "")
	}
	if err == nil && n >= 0 {
		err = c.attachment(&out, judge, n, orderOf(r) == review.ByDispute || r.FormValue("alone") != "")
	}
	if err == nil {
		err = c.past(&out, judge)
	}
	if err == nil && orderOf(r) == review.ByInterval {
		err = c.estimates(&out, judge)
	}
	if err != nil {
		fail(w, http.StatusInternalServerError, err)
		return
	}
	answer(w, http.StatusOK, out)
}

// describe fills in item n.
func (c *Check) describe(out *itemJSON, n int) error {
	queue := c.Session.Queue
	it := queue.Items[n]
	c.drawing.Lock()
	defer c.drawing.Unlock()
	pair := queue.Pair(it)
	if len(pair.System.Nodes) > 0 { // the picture marks the item
		pair = queue.Sight(it)
	}
	out.GoldLine, out.SystemLine = lines(&diagnose.Sight{Pair: pair}, sameWords(pair.Gold, pair.System))
	f := queue.Focus(it)
	out.Focus = focusJSON(f)
	text, places := queue.Places(it)
	out.Line = text
	for _, p := range places {
		out.Places = append(out.Places, [3]any{p.From, p.To, p.Label})
	}
	out.Text = wordsOf(pair.Gold) + draw.Noted(pair.Gold)
	out.Sentence, out.Item, out.Kind, out.Label = it.Sentence, it.Item, it.Kind, it.Label
	out.Question, out.Words, out.Gold, out.Crosses, out.Said = it.Question, it.Words, it.Gold, it.Crosses, it.Said
	out.Evidence, out.Shown = it.Evidence, queue.Shown
	if !c.Blind {
		out.Systems = plainNames(c.systems(it))
	}
	return nil
}

// attachment fills in the attachment that implies item n, unless the item is asked alone.
func (c *Check) attachment(out *itemJSON, judge string, n int, alone bool) error {
	at := c.Session.Queue.Attachment(n)
	if out.Alone = at != nil && alone; at == nil || alone {
		return nil
	}
	out.Attachment = &attachmentJSON{Question: at.Question, Gold: at.Gold}
	if place, some := c.Session.Queue.Moved(n); some {
		out.Places = [][3]any{{place.From, place.To, place.Label}}
	}
	for _, i := range at.Items {
		verdict, _, err := c.Session.Held(judge, i)
		if err != nil {
			return err
		}
		out.Attachment.Brackets = append(out.Attachment.Brackets,
			impliedJSON{i, c.Session.Queue.Items[i].Question, string(verdict)})
	}
	return nil
}

// held fills in the decisions on item n; those of other judges only where a judge
// settles a dispute.
func (c *Check) held(out *itemJSON, judge string, n int, others bool) error {
	if others {
		said, err := c.Session.Said(n)
		if err != nil {
			return err
		}
		out.Said = said
	}
	like, err := c.Session.OpenLike(judge, n)
	if err != nil {
		return err
	}
	out.Like = like
	verdict, note, err := c.Session.Held(judge, n)
	out.Decision, out.Note = string(verdict), note
	return err
}

// systems are the files of the systems that have an item.
func (c *Check) systems(it *review.Item) (out []string) {
	for _, s := range it.Systems {
		out = append(out, c.Session.Queue.Systems[s])
	}
	return out
}

// past fills in the last ten decisions.
func (c *Check) past(out *itemJSON, judge string) error {
	list, err := c.Session.History(judge, 10)
	for _, x := range list {
		it := c.Session.Queue.Items[x.Item]
		out.History = append(out.History, pastJSON{x.Item, string(x.Verdict),
			strings.TrimSpace(it.Label + " " + it.Words), x.Items})
	}
	return err
}

// alike answers with the items that are like item n and not decided yet.
func (c *Check) alike(w http.ResponseWriter, r *http.Request) {
	judge, n, err := c.asked(r)
	if err == nil && n < 0 {
		err = errors.New("there is nothing to decide")
	}
	if err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	list, err := c.Session.Alike(judge, n)
	if err != nil {
		fail(w, http.StatusInternalServerError, err)
		return
	}
	out := []map[string]any{}
	for _, i := range list {
		it := c.Session.Queue.Items[i]
		before, words, after := c.excerpt(it)
		out = append(out, map[string]any{"n": i, "sentence": it.Sentence, "question": it.Question, "item": it.Item,
			"before": before, "words": words, "after": after})
	}
	answer(w, http.StatusOK, map[string]any{"group": c.Session.Queue.Items[n].Group, "items": out})
}

// excerpt is an item in its sentence: its words, and some characters on either side.
func (c *Check) excerpt(it *review.Item) (before, words, after string) {
	const most = 48
	c.drawing.Lock()
	defer c.drawing.Unlock()
	line, places := c.Session.Queue.Places(it)
	text := []rune(line)
	if len(places) == 0 {
		return "", "", string(text[:min(2*most, len(text))])
	}
	from, to := places[0].From, places[0].To
	for _, p := range places {
		from, to = min(from, p.From), max(to, p.To)
	}
	lo, hi := max(0, from-most), min(len(text), to+most)
	if before = string(text[lo:from]); lo > 0 {
		before = "…" + before
	}
	if after = string(text[to:hi]); hi < len(text) {
		after += "…"
	}
	return before, string(text[from:to]), after
}

// decide records a decision and answers with the next item. "also" names further
// items of the same group, which the judge has seen in a list.
func (c *Check) decide(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
	judge, n, verdict, also, err := c.decision(r)
	if err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	if r.FormValue("whole") != "" { // the attachment was asked about
		if also, err = c.Session.Implied(judge, n); err != nil {
			fail(w, http.StatusInternalServerError, err)
			return
		}
	}
	done := 1 + len(also)
	n, err = c.once(r.FormValue("press"), func() (int, error) {
		_, err := c.Session.Decide(judge, n, verdict, r.FormValue("note"), also...)
		return n, err
	})
	if err != nil {
		fail(w, http.StatusInternalServerError, err)
		return
	}
	next, err := c.Session.Next(judge, orderOf(r), n)
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
	c.send(w, r, judge, next, message)
}

// decision reads a decision that a page sends, and checks every field.
func (c *Check) decision(r *http.Request) (judge string, n int, verdict adjudicate.Verdict, also []int, err error) {
	queue := c.Session.Queue
	if judge, n, err = c.asked(r); err == nil && n < 0 {
		err = errors.New("there is nothing to decide")
	}
	verdict = adjudicate.Verdict(r.FormValue("decision"))
	switch verdict {
	case adjudicate.Accept, adjudicate.Reject, adjudicate.Unsure:
	default:
		err = errors.Join(err, errors.New("want accept, reject or unsure"))
	}
	if err == nil && r.FormValue("item") != queue.Items[n].Item {
		err = errors.New("the item on the page is not the one of that number; load the page again")
	}
	if err != nil || r.FormValue("also") == "" {
		return judge, n, verdict, nil, err
	}
	for text := range strings.SplitSeq(r.FormValue("also"), ",") {
		i, err := strconv.Atoi(text)
		if err != nil || i < 0 || i >= len(queue.Items) || queue.Items[i].Group != queue.Items[n].Group {
			return judge, n, verdict, nil, fmt.Errorf("item %s is not like the one on the page; load the page again", text)
		}
		if i != n && !slices.Contains(also, i) {
			also = append(also, i)
		}
	}
	return judge, n, verdict, also, nil
}

func (c *Check) undo(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<16)
	judge, err := judgeOf(r)
	if err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	n, err := c.once(r.FormValue("press"), func() (int, error) { return c.Session.Undo(judge) })
	switch {
	case err != nil:
		fail(w, http.StatusInternalServerError, err)
	case n < 0:
		next, _ := c.Session.Next(judge, orderOf(r), -1)
		c.send(w, r, judge, next, "nothing to undo")
	default:
		c.send(w, r, judge, n, "undone")
	}
}

// agreement answers with the agreement of the judges and the items on which they
// differ.
func (c *Check) agreement(w http.ResponseWriter, _ *http.Request) {
	list, err := c.Session.Judged()
	if err != nil {
		fail(w, http.StatusInternalServerError, err)
		return
	}
	object := report.Object{}
	if why := NoAgreement(list); why != "" {
		object.Add("none", why)
	}
	object.Add("agreement", AgreementTable(list).Objects())
	joint := map[adjudicate.Key]string{}
	for _, c := range adjudicate.Consent(list) {
		joint[c.Key] = string(c.Decision)
	}
	object.Add("disagreements", report.Each(adjudicate.Disputes(list), func(d adjudicate.Dispute) report.Object {
		n, question := c.Session.Queue.Number(d.Key), d.Item
		if n >= 0 {
			question = c.Session.Queue.Items[n].Question
		}
		return report.Members("question", question, "sentence", d.Sentence, "kind", d.Kind, "decisions", d.String(),
			"majority", joint[d.Key], "n", n)
	}))
	w.Header().Set("Content-Type", "application/json")
	report.WriteJSON(w, object)
}

// NoAgreement says why there is no agreement to compute, "" if there is.
func NoAgreement(list []adjudicate.Decision) string {
	var judges []string
	for _, d := range list {
		if !slices.Contains(judges, d.Judge) {
			judges = append(judges, d.Judge)
		}
	}
	switch {
	case len(judges) == 0:
		return "agreement needs two judges, and nobody has decided anything yet"
	case len(judges) == 1:
		return "agreement needs two judges, and only " + judges[0] +
			" has decided; let somebody check the same items under another name"
	case len(adjudicate.Agree(list)) == 0 || adjudicate.Agree(list)[0].Items == 0:
		return "agreement needs items that two judges decided, and " + strings.Join(judges, ", ") + " decided different ones"
	}
	return ""
}

// AgreementTable shows how far judges agree, over all items and by kind.
func AgreementTable(list []adjudicate.Decision) *report.Table {
	table := &report.Table{Title: "agreement of the judges",
		Head: []string{"kind", "items", "judges", "observed", "Cohen's kappa", "Fleiss' kappa", "Gwet's AC1", "AC1 95 %",
			"Krippendorff's alpha", "alpha 95 %"},
		Notes: []string{"over items that at least two judges decided; where most items are accepted kappa is low " +
			"however well judges agree, and AC1 is not",
			fmt.Sprintf("intervals: percentiles of %d resamples of the items", adjudicate.Resamples)}}
	interval := func(x adjudicate.Interval) report.Cell {
		if math.IsNaN(x.Low) {
			return report.Label("n/a")
		}
		return report.Label(fmt.Sprintf("%.3f to %.3f", x.Low, x.High))
	}
	add := func(name string, a *adjudicate.Agreement) {
		table.Add(report.Label(name), report.Count(a.Items), report.Count(a.Judges), report.Percent(a.Observed, 1),
			report.Number(a.Cohen, 3), report.Number(a.Fleiss, 3), report.Number(a.AC1, 3), interval(a.AC1Interval),
			report.Number(a.Alpha, 3), interval(a.AlphaInterval))
	}
	for _, agreement := range adjudicate.Agree(list) {
		add(cmp.Or(agreement.Kind, "all"), &agreement)
	}
	for _, pair := range adjudicate.AgreePairs(list) {
		add(pair.First+" and "+pair.Second, &pair.Agreement)
	}
	return table
}

// DisagreementTable lists the items on which judges differ, with the verdict of
// each.
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
