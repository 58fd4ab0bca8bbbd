package umreval

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"assay/compat/internal/perl"
)

// TitleMicro and DocMicro describe micro_average.pl.
const (
	TitleMicro = "micro_average.pl of ufal/umrtools, 4377bc4 (GNU GPL): sums of the counts of compare_umr.pl --tsv"
	DocMicro   = `It adds up the counts of several documents and prints F over the sums. A file with other labels is
warned about, and its numbers of sentences and nodes are lost. assay score -m umr takes several files at once.`
)

const microUsage = "Usage: micro_average.pl eval1.tsv eval2.tsv [eval3.tsv ...] > micro-average-eval.tsv\n"

// microMetrics are the lines that are added up.
var microMetrics = [...]string{"number of sentences", "number of tokens", "number of nodes", "aligned token sets",
	"node projections", "triples in mapped nodes", "juːmæʧ"}

// A total is a sum, which Perl prints as nothing if nothing was added.
type total struct {
	sum float64
	any bool
}

func (t *total) add(fields []string, i int) {
	t.any = true
	if i < len(fields) {
		t.sum += number(fields[i])
	}
}

func (t *total) String() string {
	if !t.any {
		return ""
	}
	return perl.Number(t.sum)
}

// number is the number at the start of a text, 0 without one.
func number(text string) float64 {
	text = strings.TrimLeft(text, " \t\n\r\f\v")
	for end := len(text); end > 0; end-- {
		if v, err := strconv.ParseFloat(text[:end], 64); err == nil && strings.Trim(text[:end], "0123456789+-.eE") == "" {
			return v
		}
	}
	return 0
}

// A metric has the sums of one line: correct, or the mapped nodes of both sides, and the totals of both sides.
type metric struct{ correct, mapped0, mapped1, total0, total1 total }

// A micro adds up files.
type micro struct {
	stderr         io.Writer
	label0, label1 *string
	metrics        map[string]*metric
}

// MainMicro is micro_average.pl.
func MainMicro(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		io.WriteString(stderr, microUsage)
		fmt.Fprintln(stderr, "Expected at least 1 argument (but running the script makes sense only if there are at least 2)")
		return perl.Died
	}
	m := &micro{stderr: stderr, metrics: map[string]*metric{}}
	for _, name := range microMetrics {
		m.metrics[name] = &metric{}
	}
	for _, path := range args {
		text, err := os.ReadFile(path)
		if err != nil {
			reason := err
			if e, ok := err.(*os.PathError); ok {
				reason = e.Err
			}
			fmt.Fprintf(stderr, "Cannot read '%s': %s%s\n", latin1(path), strings.ToUpper(reason.Error()[:1]),
				reason.Error()[1:])
			return perl.Status(err)
		}
		for line := range strings.Lines(string(text)) {
			m.line(strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"))
		}
	}
	for _, name := range microMetrics {
		m.print(stdout, name)
	}
	return 0
}

func (m *micro) line(line string) {
	fields := strings.Split(line, "\t")
	for len(fields) < 3 {
		fields = append(fields, "")
	}
	now := m.metrics[fields[0]]
	switch fields[0] {
	case "number of sentences", "number of nodes":
		if m.label0 == nil {
			m.label0 = &fields[1]
		} else if m.label1 == nil {
			m.label1 = &fields[1]
		}
		if fields[1] == *m.label0 {
			now.total0.add(fields, 3)
		} else if m.label1 != nil && fields[1] == *m.label1 {
			now.total1.add(fields, 3)
		}
	case "number of tokens":
		now.total0.add(fields, 3)
		now.total1.add(fields, 3)
	case "node projections":
		for i, t := range []*total{&now.mapped0, &now.mapped1, &now.total0, &now.total1} {
			t.add(fields, 3+i)
		}
	default:
		if now == nil {
			return
		}
		m.label(&m.label0, "left", fields[0], fields[1])
		m.label(&m.label1, "right", fields[0], fields[2])
		for i, t := range []*total{&now.correct, &now.total0, &now.total1} {
			t.add(fields, 3+i)
		}
	}
}

// label takes the label of a side, or warns of another one.
func (m *micro) label(known **string, side, metric, found string) {
	switch {
	case *known == nil:
		*known = &found
	case **known != found:
		fmt.Fprintf(m.stderr, "WARNING: Labels of the %s source in metric '%s' differ! Expected '%s', found '%s'.\n", side,
			metric, **known, found)
	}
}

func (m *micro) print(w io.Writer, name string) {
	now := m.metrics[name]
	labels := [2]string{}
	for i, l := range []*string{m.label0, m.label1} {
		if l != nil {
			labels[i] = *l
		}
	}
	ratio := func(a, b total) float64 {
		if b.sum > 0 {
			return a.sum / b.sum
		}
		return 0
	}
	fmt.Fprintf(w, "%s\t%s\t%s\t", name, labels[0], labels[1])
	switch {
	case strings.HasPrefix(name, "number of"):
		fmt.Fprintf(w, "%s\t%s\ttotal0 total1\n", &now.total0, &now.total1)
	case name == "node projections":
		p, r := ratio(now.mapped1, now.total1), ratio(now.mapped0, now.total0)
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\tmapped0 mapped1 total0 total1 p r f\n", &now.mapped0, &now.mapped1,
			&now.total0, &now.total1, perl.Number(p), perl.Number(r), perl.Number(microF(p, r)))
	default:
		p, r := ratio(now.correct, now.total1), ratio(now.correct, now.total0)
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\tcorrect total0 total1 p r f\n", &now.correct, &now.total0, &now.total1,
			perl.Number(p), perl.Number(r), perl.Number(microF(p, r)))
	}
}

func microF(p, r float64) float64 {
	if p+r > 0 {
		return 2 * p * r / (p + r)
	}
	return 0
}
