//go:build !js

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"assay/check/adjudicate"
	"assay/check/ledger"
	"assay/check/review"
	"assay/check/soft"
	"assay/draw"
	"assay/eval"
	"assay/internal/desk"
	"assay/measures"
	"assay/signif"
	"assay/study/option"
	"assay/treebank"
	"assay/web"
)

// checking is one call of assay check.
type checking struct {
	inputs
	outputs
	listening
	judge              string
	score              string
	db                 string
	terminal           bool
	blind, exact, each bool
	sample             int
	seed               uint64
	exportTo, importOf string
	agreement          bool
	disputed           bool
	suspects           bool
	suspicion          suspicion
	apply              string
}

func (a *app) checkCommand() *cobra.Command {
	var k checking
	cmd := &cobra.Command{
		Use:   "check GOLD SYSTEM...",
		Short: "let people accept or reject what does not match",
		Long: `Show a person, one at a time, the items of the system that do not match gold:
crossing and spurious brackets, wrong links, surplus triples (Hogenhout & Matsumoto
1996). One key accepts, rejects or passes; like items come together. Decisions go to
one file beside gold as they are made, and the check resumes where it stopped.

Several judges may use one file, each under a name of their own. --export writes the
decisions that hold as TSV, which assay score -m careful --check FILE reads.

With --suspects the items are those of gold that are probably wrong (assay suspects),
the most probable first, each with the evidence against it. --apply FILE then writes
gold with the accepted proposals, and shows what each system scores on gold and on
that; --check FILE gives it the decisions of a file that --export wrote.`,
		Example: `  assay check gold.mrg parser.mrg --judge ann
  assay check gold.mrg a.mrg b.mrg --blind --sample 200 --terminal
  assay check gold.mrg parser.mrg --export decisions.tsv --agreement
  assay check gold.mrg a.mrg b.mrg --suspects --judge ann
  assay check gold.mrg a.mrg b.mrg --suspects --apply corrected.mrg`,
		Args: func(c *cobra.Command, args []string) error {
			if k.suspects {
				return atLeast(1, "GOLD [SYSTEM...]")(c, args)
			}
			return atLeast(2, "GOLD SYSTEM...")(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error { return k.run(a, c, args) },
	}
	k.inputs.flags(a, cmd)
	k.outputs.flags(cmd, tableForms...)
	k.listening.flags(cmd)
	add(cmd, []option.Option{
		{Name: "judge", Want: "NAME", Value: option.Text(&k.judge),
			Doc: "name of the judge (default: the page asks; in the terminal the user's name)"},
		{Name: "score", Want: "NAME", Value: option.Text(&k.score),
			Doc:  "ask only about items of this score of the measure (default: its main score)",
			Idle: suspected()},
		{Name: "db", Want: "FILE", Value: option.Text(&k.db), Doc: "file of decisions (default: GOLD.check.db)"},
		{Name: "terminal", Value: option.Switch(&k.terminal), Doc: "in the terminal, not in the browser"},
		{Name: "blind", Value: option.Switch(&k.blind), Doc: "hide which system an item is from",
			Idle: suspected()},
		{Name: "disputed", Value: option.Switch(&k.disputed),
			Doc: "ask only about items on which judges differ, and show their answers"},
		{Name: "exact-matches", Value: option.Switch(&k.exact), Doc: "ask about exact matches too",
			Idle: suspected()},
		{Name: "each", Value: option.Switch(&k.each),
			Doc:  "ask about each bracket, also where several follow from one attachment",
			Idle: suspected()},
		{Name: "sample", Value: option.Whole(&k.sample),
			Doc: "number of items to ask about, drawn at random (0 for all)"},
		{Name: "seed", Value: option.Seed(&k.seed), Default: "1", Doc: "seed of the sample",
			Idle: []option.Idle{{When: unless("sample"), Why: "nothing is drawn without --sample"}}},
		{Name: "export", Want: "FILE", Value: option.Text(&k.exportTo),
			Doc: "write the decisions to this TSV file and end; - is standard output"},
		{Name: "import", Want: "FILE", Value: option.Text(&k.importOf), Reads: true,
			Doc: "add the decisions of this TSV file and end"},
		{Name: "agreement", Value: option.Switch(&k.agreement), Doc: "show the agreement of the judges, and end"},
		{Name: "suspects", Value: option.Switch(&k.suspects),
			Doc: "ask about items of gold that are probably wrong"},
		{Name: "apply", Want: "FILE", Value: option.Text(&k.apply),
			Doc: "with --suspects: write gold with the accepted proposals to this file, show scores on both, " +
				"and end",
			Idle: unsuspected()},
	}...)
	k.suspicion.flags(cmd, "with --suspects: ")
	return cmd
}

func (k *checking) run(app *app, cmd *cobra.Command, args []string) error {
	if k.judge == "" && k.terminal {
		k.judge = userName()
	}
	if k.db == "" {
		if args[0] == "-" {
			return usagef("gold from standard input has no folder for the decisions; name a file with --db")
		}
		k.db = strings.TrimSuffix(args[0], string(filepath.Separator)) + ".check.db"
	}
	for _, name := range args { // before a file of decisions is made
		if _, err := os.Stat(name); err != nil && name != "-" && !strings.ContainsAny(name, "*?[") {
			return inputf("%s: no such file or directory", name)
		}
	}
	// a query creates no file
	if _, err := os.Stat(k.db); err != nil && (k.agreement || k.exportTo != "" || k.apply != "" && k.Check == "") &&
		k.importOf == "" {
		return inputf("%s: no such file of decisions", k.db)
	}
	if k.apply != "" && k.Check != "" {
		return k.applyFile(app, cmd, args)
	}
	if k.importOf != "" {
		return k.importDecisions(app)
	}
	queue, gold, err := k.queue(app, cmd, args) // before a file of decisions is made: a check that is refused leaves none
	if err != nil {
		return err
	}
	if k.each && !queue.Implies() {
		return usagef("--each changes nothing here: no two items follow from one attachment")
	}
	l, err := ledger.Open(k.db)
	if err != nil {
		return err
	}
	defer l.Close()
	session := review.NewSession(queue, l)
	if k.exportTo != "" || k.agreement {
		return k.query(app, session)
	}
	if err := k.stale(app, session); err != nil {
		return err
	}
	if k.apply != "" {
		list, err := session.Decisions()
		if err != nil {
			return err
		}
		return k.correct(app, cmd, gold, args[1:], session.Queue, list)
	}
	which := "that do not match"
	if k.suspects {
		which = "that some evidence is against"
	}
	as := ""
	if questions := session.Queue.Questions(); questions < len(session.Queue.Items) {
		as = fmt.Sprintf(", asked as %s", plural(questions, "question"))
	}
	k.notef(app, "%s to decide of %d %s%s; decisions go to %s", plural(len(session.Queue.Items), "item"),
		session.Queue.Drawn, which, as, k.db)
	if k.terminal {
		return k.inTerminal(app, session)
	}
	title := "assay check: " + filepath.Base(gold.Name)
	page, err := web.NewCheck(session, k.judge, title, k.blind)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	page.Register(mux, "/")
	web.RegisterAssets(mux)
	err = k.serve(cmd.Context(), app, &k.outputs, mux)
	if err == nil {
		err = k.summary(app, session)
	}
	return err
}

// stale reports decisions about items that are not in the queue.
func (k *checking) stale(app *app, s *review.Session) error {
	stale, err := s.Stale()
	if err != nil {
		return err
	}
	if len(stale) > 0 {
		k.notef(app, "%s in %s about items that these systems do not have: items of other systems, or of files that "+
			"have changed; they are kept", plural(len(stale), "decision"), k.db)
	}
	if k.verbose {
		for _, d := range stale {
			k.notef(app, "  sentence %s: %s, %sed by %s", d.Sentence, d.Item, d.Decision, d.Judge)
		}
	}
	return nil
}

func userName() string {
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username
	}
	return "judge"
}

// disputes returns the items on which judges differ, an empty list if there is no file of decisions.
func (k *checking) disputes() ([]adjudicate.Dispute, error) {
	none := []adjudicate.Dispute{}
	if _, err := os.Stat(k.db); err != nil {
		return none, nil
	}
	l, err := ledger.Open(k.db)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	all, err := l.All("")
	if err != nil {
		return nil, err
	}
	return append(none, adjudicate.Disputes(all)...), nil
}

// queue builds the queue, and returns it with gold.
func (k *checking) queue(app *app, cmd *cobra.Command, args []string) (*review.Queue, *treebank.Source, error) {
	gold, err := k.OpenGold(args[0])
	if err != nil {
		return nil, nil, err
	}
	systems, err := k.OpenSystems(args[1:])
	if err != nil {
		return nil, nil, err
	}
	ask := review.Options{Exact: k.exact, Sample: k.sample, Seed: k.seed, Blind: k.blind, Each: k.each}
	if k.disputed {
		if ask.Disputes, err = k.disputes(); err != nil {
			return nil, nil, err
		}
	}
	if k.suspects {
		q, err := k.suspected(cmd, gold, systems, ask)
		return q, gold, err
	}
	if k.Metric == "" {
		k.Metric = measures.ForCheck(k.Layers(gold))
	}
	k.Gold, k.Systems = gold, systems
	if err := k.PrepareSources(cmd.Context()); err != nil {
		return nil, nil, err
	}
	ms, err := k.Measures(gold, systems[0])
	if err != nil {
		return nil, nil, err
	}
	if k.exact && soft.Mends(ms[0]) {
		return nil, nil, usagef("--exact-matches does not go with %s: the measure has no count for a rejected match",
			ms[0].Name)
	}
	if err := asks(ms[0], k.score, &ask); err != nil {
		return nil, nil, err
	}
	if main := web.ScoreName(ms[0], ms[0].Headline()); k.score == "" && ask.Score != "" && ask.Score != main {
		k.notef(app, "the items are those of %s: decisions on single items do not change %s", ask.Score, main)
	}
	meter := k.meter(app, gold, &k.Taps)
	var results []*eval.Result
	ask.Counted = func(res *eval.Result) { results = append(results, res) }
	q, err := review.Build(cmd.Context(), k.Plan, ms[0], k.Taps, ask)
	meter.Clear()
	if err != nil {
		return nil, nil, err
	}
	for i, given := range k.Warnings(cmd.Context(), results...) {
		k.writeNotes(app, results[i], given)
	}
	// earlier decisions can be read all the same
	if err := noneScored(results...); err != nil && k.exportTo == "" && !k.agreement {
		return nil, nil, err
	}
	return q, gold, nil
}

// asks limits a check to the items of a score of metric: of its main score if name is "". A
// measure made for a check has no such limit unless a score is named.
func asks(metric *eval.Measure, name string, ask *review.Options) error {
	e := measures.ByName(metric.Name)
	of, err := web.AsksOf(name == "" && e != nil && e.Check != 0, metric, name)
	if err != nil {
		return usagef("%w", err)
	}
	ask.Focus, ask.Score, ask.F1 = of.Focus, of.Score, of.F1
	return nil
}

func (k *checking) importDecisions(app *app) error {
	list, _, err := adjudicate.Load(k.importOf)
	if err != nil {
		return &exitError{exitInput, err}
	}
	l, err := ledger.Open(k.db)
	if err != nil {
		return err
	}
	defer l.Close()
	if err := l.Append(list...); err != nil {
		return err
	}
	k.notef(app, "%s added to %s", plural(len(list), "decision"), k.db)
	return nil
}

// query exports decisions, or shows the agreement of judges.
func (k *checking) query(app *app, s *review.Session) error {
	list, err := s.Decisions()
	if err != nil {
		return err
	}
	if k.exportTo != "" {
		out := outputs{file: k.exportTo}
		if k.exportTo == "-" {
			out.file = ""
		}
		if err := out.write(app, func(w io.Writer) error { return adjudicate.Write(w, list) }); err != nil {
			return err
		}
	}
	if k.agreement {
		if list, err = s.Judged(); err != nil {
			return err
		}
		if why := web.NoAgreement(list); why != "" {
			return inputf("%s (--judge NAME)", why)
		}
		return k.table(app, web.AgreementTable(list), web.DisagreementTable(list))
	}
	return nil
}

// summary prints the judge's progress. There is no judge here if the page asked for
// the name.
func (k *checking) summary(app *app, session *review.Session) error {
	if k.judge == "" {
		list, err := session.Decisions()
		if err != nil {
			return err
		}
		k.notef(app, "%s in %s", plural(len(list), "decision"), k.db)
		return nil
	}
	progress, err := session.Progress(k.judge)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%d of %d decided, %d accepted, %d rejected", progress.Decided, progress.Total,
		progress.Accepted, progress.Rejected)
	if n := progress.Accepted + progress.Rejected; n > 0 {
		low, high := signif.Wilson(progress.Accepted, n, signif.DefaultAlpha)
		text += fmt.Sprintf("; accepted %.1f %% (95 %% interval %.1f to %.1f)",
			100*float64(progress.Accepted)/float64(n), 100*low, 100*high)
	}
	k.notef(app, "%s", text)
	return nil
}

// serve answers until the user stops it.
func (l *listening) serve(ctx context.Context, app *app, out *outputs, handler http.Handler) error {
	ln, err := net.Listen("tcp", l.listen)
	if err != nil {
		return inputf("cannot listen at %s: %w", l.listen, err)
	}
	guard := web.NewGuard(ln.Addr().String())
	url := guard.URL()
	fmt.Fprintln(app.stderr, "open "+url+"  (ctrl-c ends)")
	if !l.noOpen {
		openBrowser(url)
	}
	srv := guard.Server(handler)
	done := make(chan error, 1)
	go func() { done <- srv.Serve(ln) }()
	select {
	case err = <-done:
	case <-ctx.Done():
		stop, cancel := context.WithTimeout(context.Background(), patience/2)
		defer cancel()
		err = srv.Shutdown(stop)
	}
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return err
}

// openBrowser tries to show the page; the address was printed anyway.
func openBrowser(url string) {
	for _, name := range []string{"xdg-open", "open"} {
		if path, err := exec.LookPath(name); err == nil &&
			(os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != "" || name == "open") {
			_ = exec.Command(path, url).Start()
			return
		}
	}
}

// inTerminal asks in the terminal: one key for each decision. If standard input is
// not a terminal, it reads keys from it and ignores line ends.
func (k *checking) inTerminal(app *app, session *review.Session) error {
	in := bufio.NewReader(app.Stdin)
	if f, ok := app.Stdin.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		old, err := term.MakeRaw(int(f.Fd()))
		if err != nil {
			return &exitError{exitInput, err}
		}
		defer term.Restore(int(f.Fd()), old)
	}
	width := windowWidth(app.stdout)
	d := &desk.Desk{Judge: k.judge, Blind: k.blind, Session: session, In: in, Out: app.stdout,
		Draw: draw.Options{Width: width, Colour: colours(k.color, app.stdout)},
		Fold: func(text string) string { return foldLines(text, max(width, narrowest)) }}
	if err := d.Ask(); err != nil {
		return &exitError{exitInput, err}
	}
	return k.summary(app, session)
}
