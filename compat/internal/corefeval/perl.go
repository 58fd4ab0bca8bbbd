package corefeval

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"assay/compat/internal/perl"
	"assay/compat/internal/standin"
	"assay/internal/assign"
	"assay/internal/lazy"
)

// A perlDoc is a document as GetCoreference reads it: entities are lists of first and last words.
type perlDoc struct {
	entities [][][2]int
	discards []string // double antecedents, which are left out
	fault    string   // the text of die, "" if there is none
}

// A perlFile is a file and its documents.
type perlFile struct {
	text  string
	names []string       // in the order of their first
	last  map[string]int // where the last document of a name begins
	first map[string]int
	read  map[int]*perlDoc
}

func openPerl(path string) (*perlFile, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, &standin.Exit{Status: 2, Text: "Can not open " + path + ": No such file or directory"}
	}
	f := &perlFile{text: string(data), last: map[string]int{}, first: map[string]int{}, read: map[int]*perlDoc{}}
	at := 0
	for line := range strings.Lines(f.text) {
		at += len(line)
		name, ok := begin(line)
		if !ok {
			continue
		}
		if _, known := f.first[name]; !known {
			f.first[name] = at
			f.names = append(f.names, name)
		}
		f.last[name] = at
	}
	return f, nil
}

// begin returns the name in a line /^\#\s*begin document (.*?)$/.
func begin(line string) (string, bool) {
	line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
	if line == "" || line[0] != '#' {
		return "", false
	}
	return strings.CutPrefix(strings.TrimLeft(line[1:], " \t\r\n\f\v"), "begin document ")
}

// ends reports whether a line has /\#\s*end document/.
func ends(line string) bool {
	for {
		_, rest, ok := strings.Cut(line, "#")
		if !ok {
			return false
		}
		if strings.HasPrefix(strings.TrimLeft(rest, " \t\r\n\f\v"), "end document") {
			return true
		}
		line = rest
	}
}

// document returns the document at a place, nil if there is none.
func (f *perlFile) document(places map[string]int, name string) *perlDoc {
	at, ok := places[name]
	if !ok {
		return nil
	}
	if f.read[at] == nil {
		f.read[at] = readPerl(f.text[at:])
	}
	return f.read[at]
}

// A perlReader reads the words of a document.
type perlReader struct {
	perlDoc
	index map[string]int
	half  [][]int // by entity: first words of open mentions
}

func readPerl(text string) *perlDoc {
	r := &perlReader{index: map[string]int{}}
	word := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.TrimLeft(line, " \t\r\n\f\v") == "" {
			continue
		}
		if strings.Contains(line, "end document") && ends(line) {
			for _, open := range r.half {
				if len(open) > 0 && r.fault == "" {
					r.fault = "Error: some mentions in the document do not close"
				}
			}
			break
		}
		line = strings.TrimRight(line, "\t") // split drops empty fields at the end
		column := line[strings.LastIndexByte(line, '\t')+1:]
		if strings.ContainsAny(column, "()") && !r.word(column, word) {
			break
		}
		word++
	}
	return &r.perlDoc
}

// entity returns the number of an entity.
func (r *perlReader) entity(name string) int {
	i, ok := r.index[name]
	if !ok {
		i = len(r.index)
		r.index[name] = i
		r.half = append(r.half, nil)
	}
	return i
}

func (r *perlReader) add(entity, first, last int) {
	for len(r.entities) <= entity {
		r.entities = append(r.entities, nil)
	}
	r.entities[entity] = append(r.entities[entity], [2]int{first, last})
}

// doubled is an entity with a second antecedent.
var doubled = lazy.Regexp(`\(\d+\+\d\)`)

// cut removes the leftmost number between these signs, and returns it.
func cut(s, before, after string) (rest, number string, ok bool) {
	for i := range len(s) {
		if !strings.HasPrefix(s[i:], before) {
			continue
		}
		from := i + len(before)
		end := from
		for end < len(s) && s[end] >= '0' && s[end] <= '9' {
			end++
		}
		if end > from && strings.HasPrefix(s[end:], after) {
			return s[:i] + s[end+len(after):], s[from:end], true
		}
	}
	return s, "", false
}

// word reads the column of one word; false ends the document with a fault.
func (r *perlReader) word(column string, word int) bool {
	for strings.Contains(column, "+") {
		at := doubled().FindStringIndex(column)
		if at == nil {
			break
		}
		r.discards = append(r.discards, column[at[0]:at[1]])
		column = column[:at[0]] + column[at[1]:]
	}
	name, ok := "", true
	for {
		if column, name, ok = cut(column, "(", ")"); !ok {
			break
		}
		r.add(r.entity(name), word, word)
	}
	for {
		if column, name, ok = cut(column, "(", ""); !ok {
			break
		}
		entity := r.entity(name)
		r.half[entity] = append(r.half[entity], word)
	}
	for {
		if column, name, ok = cut(column, "", ")"); !ok {
			return true
		}
		entity := r.entity(name)
		open := r.half[entity]
		if len(open) == 0 {
			r.fault = fmt.Sprintf("Detected the end of a mention [%s](%d) without begin (?,%d)", name, entity, word)
			return false
		}
		r.add(entity, open[len(open)-1], word)
		r.half[entity] = open[:len(open)-1]
	}
}

// rpf are the four numbers of recall and precision.
type rpf struct{ rn, rd, pn, pd float64 }

func (t *rpf) add(o rpf) { t.rn, t.rd, t.pn, t.pd = t.rn+o.rn, t.rd+o.rd, t.pn+o.pn, t.pd+o.pd }

func over(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// percent cuts a share after four digits.
func percent(v float64) string { return perl.Number(math.Trunc(v*10000)/100) + "%" }

func (s *scorer) show(t rpf, f1 float64) {
	p, r := over(t.pn, t.pd), over(t.rn, t.rd)
	if f1 < 0 {
		f1 = over(2*p*r, p+r)
	}
	fmt.Fprintf(s.out, "Recall: (%s / %s) %s\tPrecision: (%s / %s) %s\tF1: %s\n%s\n", perl.Number(t.rn),
		perl.Number(t.rd), percent(r),
		perl.Number(t.pn), perl.Number(t.pd), percent(p), percent(f1), strings.Repeat("-", 74))
}

// A scorer is a run of scorer.pl.
type scorer struct {
	out           *bufio.Writer
	key, response *perlFile
	name          string // the document to score
	named, quiet  bool
	repeated      int
	solver        assign.Solver
}

const usagePerl = `
use: scorer.pl <metric> <keys_file> <response_file> [name]

  metric: the metric desired to score the results:
    muc: MUCScorer (Vilain et al, 1995)
    bcub: B-Cubed (Bagga and Baldwin, 1998)
    ceafm: CEAF (Luo et al, 2005) using mention-based similarity
    ceafe: CEAF (Luo et al, 2005) using entity-based similarity
    blanc: BLANC
    all: uses all the metrics to score

  keys_file: file with expected coreference chains in SemEval format

  response_file: file with output of coreference system (SemEval format)

  name: [optional] the name of the document to score. If name is not
    given, all the documents in the dataset will be scored. If given
    name is "none" then all the documents are scored but only total
    results are shown.

`

// die returns the error of die after the last failed system call, a test for a terminal (ENOTTY).
func die(text string) error { return &standin.Exit{Status: 25, Text: text} }

// MainPerl is scorer.pl.
func MainPerl(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return standin.Run(stdout, stderr, func(out *bufio.Writer) error {
		s := &scorer{out: out}
		return s.run(args)
	})
}

func (s *scorer) run(args []string) (err error) {
	if len(args) < 3 {
		s.out.WriteString(usagePerl)
		return nil
	}
	metric := strings.ToLower(args[0])
	if !slices.ContainsFunc([]string{"muc", "bcub", "ceafm", "ceafe", "blanc", "all"},
		func(m string) bool { return strings.HasPrefix(metric, m) }) {
		s.out.WriteString("Invalid metric\n")
		return nil
	}
	if len(args) > 3 {
		s.name, s.quiet, s.named = args[3], args[3] == "none", args[3] != "none"
	}
	metrics := []string{metric}
	if args[0] == "all" {
		metrics = []string{"muc", "bcub", "ceafm", "ceafe", "blanc"}
	}
	for i, m := range metrics {
		if args[0] == "all" {
			fmt.Fprintf(s.out, "\nMETRIC %s:\n", m)
		}
		if i == 0 {
			if s.key, s.response, err = standin.Both(openPerl, args[1], args[2]); err != nil {
				return err
			}
		}
		if err := s.score(m); err != nil {
			return err
		}
	}
	return nil
}

// score runs one metric.
func (s *scorer) score(metric string) error {
	var mentions, sum, apart rpf
	names := perl.KeyOrder(s.key.names)
	if s.named {
		names = []string{s.name}
	}
	for _, name := range names {
		places, others := s.key.last, s.response.last
		if s.named {
			places, others = s.key.first, s.response.first
			fmt.Fprintf(s.out, "%s:\n", name)
		}
		docs, fault := s.load(name, places, others)
		if fault != "" {
			return die(fault)
		}
		if !s.quiet && !s.named {
			if metric == "blanc" { // the program prints another variable
				name = s.name
			}
			fmt.Fprintf(s.out, "%s:\n", name)
		}
		p, ok := s.identify(docs[0], docs[1], &mentions)
		if !ok {
			//lint:ignore ST1005 the words of the program
			return errors.New("Found too many repeated mentions (> 10) in the response, so refusing to score. " +
				"Please fix the output.")
		}
		counts, other, known := p.count(metric, &s.solver)
		if !known {
			return die("Metric " + metric + " not implemented yet")
		}
		if !s.quiet && metric != "blanc" {
			s.show(counts, -1)
		}
		sum.add(counts)
		apart.add(other)
	}
	s.out.WriteString("\n====== TOTALS =======\nIdentification of Mentions: ")
	s.show(mentions, -1)
	if metric == "blanc" {
		s.blanc(sum, apart)
	} else {
		s.out.WriteString("Coreference: ")
		s.show(sum, -1)
	}
	return nil
}

// load reads a document of both files; where one has none of that name it is empty. The key's faults come first.
func (s *scorer) load(name string, places, others map[string]int) (docs [2]*perlDoc, fault string) {
	for i, f := range []*perlFile{s.key, s.response} {
		d := f.document([]map[string]int{places, others}[i], name)
		shown := name
		if d == nil {
			d, shown = &perlDoc{}, ""
		}
		if !s.quiet {
			d.print(s.out, shown)
		}
		if d.fault != "" {
			return docs, d.fault
		}
		docs[i] = d
	}
	return docs, ""
}

// print prints the discarded antecedents, then the entities unless there is a fault.
func (d *perlDoc) print(out *bufio.Writer, name string) {
	fmt.Fprintf(out, "====> %s:\n", name)
	for _, discarded := range d.discards {
		fmt.Fprintf(out, "Discarded %s\n", discarded)
	}
	if d.fault != "" {
		return
	}
	fmt.Fprintf(out, "File %s:\n", name)
	for e, mentions := range d.entities {
		fmt.Fprintf(out, "Entity %d:", e)
		for _, m := range mentions {
			fmt.Fprintf(out, " (%d,%d)", m[0], m[1])
		}
		out.WriteByte('\n')
	}
}

func (s *scorer) blanc(same, apart rpf) {
	s.out.WriteString("\nCoreference:\nCoreference links: ")
	s.show(same, -1)
	s.out.WriteString("Non-coreference links: ")
	s.show(apart, -1)
	s.out.WriteString("BLANC: ")
	ra, rr, pa, pr := over(same.rn, same.rd), over(apart.rn, apart.rd), over(same.pn, same.pd), over(apart.pn, apart.pd)
	fa, fr := over(2*pa*ra, pa+ra), over(2*pr*rr, pr+rr)
	r, p, f := (ra+rr)/2, (pa+pr)/2, (fa+fr)/2
	switch { // a class without links in the key is left out
	case same.rd == 0 && apart.rd == 0:
		r, p, f = 0, 0, 0
	case same.rd == 0:
		r, p, f = rr, pr, fr
	case apart.rd == 0:
		r, p, f = ra, pa, fa
	}
	s.show(rpf{r, 1, p, 1}, f)
}
