package corefeval

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"assay/compat/internal/python"
	"assay/compat/internal/standin"
	"assay/internal/assign"
)

// A lines is a document of coval: its sentences as lines.
type lines struct {
	name      string
	sentences [][]string
}

// readLines cuts a file into documents as coval's get_doc_lines.
func readLines(path string) ([]*lines, error) {
	text, err := python.ReadText(path)
	if err != nil {
		return nil, err
	}
	var docs []*lines
	byName := map[string]*lines{}
	name, between := "", true
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "#begin document"):
			name = line[min(len("#begin document "), len(line)):]
			continue
		case strings.HasPrefix(line, "#end document"):
			name = ""
			continue
		case name == "":
			continue
		}
		doc := byName[name]
		if doc == nil {
			doc = &lines{name: name}
			byName[name] = doc
			docs = append(docs, doc)
		}
		empty := python.Strip(line) == ""
		if empty && !between || len(doc.sentences) == 0 {
			doc.sentences = append(doc.sentences, nil)
		}
		between = empty
		if !empty {
			last := len(doc.sentences) - 1
			doc.sentences[last] = append(doc.sentences[last], line)
		}
	}
	return docs, nil
}

// A span is a mention of coval.
type span struct{ sentence, start, end int }

// A covalReader reads the clusters of one document.
type covalReader struct {
	out      io.Writer
	ids      []int // of clusters, in the order of their first
	clusters map[int][]span
	open     map[int][][2]int
}

func (r *covalReader) touch(id int) {
	if _, ok := r.clusters[id]; !ok {
		r.clusters[id] = nil
		r.ids = append(r.ids, id)
	}
}

func (r *covalReader) read(doc *lines) error {
	for sentence, list := range doc.sentences {
		for word, line := range list {
			single, opened, ended, err := r.column(line)
			if err != nil {
				return err
			}
			for _, id := range single {
				r.touch(id)
				r.clusters[id] = append(r.clusters[id], span{sentence, word, word})
			}
			for _, id := range opened {
				r.open[id] = append(r.open[id], [2]int{sentence, word})
			}
			for _, id := range ended {
				r.touch(id)
				open := r.open[id]
				if len(open) == 0 {
					fmt.Fprintf(r.out, "Problem in the coreference annotation:\n %s\n", line)
					continue
				}
				if open[0][0] != sentence {
					fmt.Fprintf(r.out, "A mention span should be in a single sentence:\n%s\n", line)
				}
				r.clusters[id] = append(r.clusters[id], span{sentence, open[len(open)-1][1], word})
				r.open[id] = open[:len(open)-1]
			}
		}
	}
	return nil
}

var (
	errLiteral  = errors.New("ValueError: invalid literal for int() with base 10: ''")
	errDivision = errors.New("ZeroDivisionError: float division by zero")
)

// column reads the last column of a line: entities of mentions of this word, and those that begin and end here.
func (r *covalReader) column(line string) (single, opened, ended []int, err error) {
	line = strings.TrimRightFunc(line, python.IsSpace)
	column := line[strings.LastIndexFunc(line, python.IsSpace)+1:]
	if !strings.ContainsAny(column, "()|") {
		return nil, nil, nil, nil
	}
	digits, open := "", false
	number := func(list *[]int) error {
		n, err := strconv.Atoi(digits)
		if err != nil {
			return errLiteral
		}
		*list = append(*list, n)
		digits = ""
		return nil
	}
	for i, c := range column {
		switch {
		case c >= '0' && c <= '9':
			digits += string(c)
		case c == '(':
			digits, open = "", true
		case c == ')' && digits != "":
			to := &ended
			if open {
				to = &single
			}
			if err := number(to); err != nil {
				return nil, nil, nil, err
			}
			open = false
		case c == ')':
			open = false
		case c == '|' && open:
			if err := number(&opened); err != nil {
				return nil, nil, nil, err
			}
			open = false
		case c == '|' && digits != "":
			return nil, nil, nil, errors.New("TypeError: Incorrect coreference annotation: " + column)
		}
		if i == len(column)-1 && open && digits != "" {
			if err := number(&opened); err != nil {
				return nil, nil, nil, err
			}
		}
	}
	if len(single) > 1 {
		fmt.Fprintf(r.out, "Warning: A single mention is assigned to more than one cluster: [%s]\n",
			strings.ReplaceAll(strings.Trim(fmt.Sprint(single), "[]"), " ", ", "))
	}
	return single, opened, ended, nil
}

// entities reads the clusters of a document; single ones are left out and counted if keep is false.
func (r *covalReader) entities(doc *lines, keep bool) (list [][]span, removed int, err error) {
	r.ids, r.clusters, r.open = r.ids[:0], map[int][]span{}, map[int][][2]int{}
	if err := r.read(doc); err != nil {
		return nil, 0, err
	}
	for _, id := range r.ids {
		if c := r.clusters[id]; len(c) == 1 && !keep {
			removed++
		} else {
			list = append(list, c)
		}
	}
	return list, removed, nil
}

const notCoval = "scorer.py: the options NP_only, remove_nested and min_span are not reproduced"

// MainCoval is scorer.py of coval.
func MainCoval(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return standin.Run(stdout, stderr, func(out *bufio.Writer) error { return coval(args, out) })
}

func coval(args []string, out *bufio.Writer) error {
	if len(args) < 2 {
		return errors.New("IndexError: list index out of range")
	}
	for _, option := range []string{"NP_only", "remove_nested", "min_span", "min_spans", "min"} {
		if slices.Contains(args, option) {
			return &standin.Exit{Status: 2, Text: notCoval}
		}
	}
	keep := !slices.Contains(args, "remove_singletons") && !slices.Contains(args, "removIe_singleton")
	docs, err := covalDocs(args[0], args[1], keep, out)
	if err != nil {
		return err
	}
	all := []string{"mentions", "muc", "bcub", "ceafe", "lea"}
	var metrics []string
	for _, m := range all {
		if slices.Contains(args, m) {
			metrics = append(metrics, m)
		}
	}
	if slices.Contains(args, "all") || len(metrics) == 0 {
		metrics = all
	}
	var mean conll
	var solver assign.Solver
	for _, m := range metrics {
		var sum rpf
		for _, doc := range docs {
			t, ok := doc.count(m, &solver)
			if !ok {
				return errDivision
			}
			sum.add(t)
		}
		p, r, f := sum.prf()
		mean.add(m, f)
		fmt.Fprintf(out, "%-10s Recall: %.2f  Precision: %.2f  F1: %.2f\n", m, 100*r, 100*p, 100*f)
	}
	mean.print(out)
	return nil
}

// covalDocs reads both files and numbers the mentions.
func covalDocs(key, system string, keep bool, out io.Writer) (docs []*clusters, err error) {
	keyDocs, sysDocs, err := standin.Both(readLines, key, system)
	if err != nil {
		return nil, err
	}
	reader, keyRemoved, sysRemoved := &covalReader{out: out}, 0, 0
	for _, doc := range keyDocs {
		ours, removed, err := reader.entities(doc, keep)
		if err != nil {
			return nil, err
		}
		keyRemoved += removed
		at := slices.IndexFunc(sysDocs, func(d *lines) bool { return d.name == doc.name })
		if at < 0 {
			return nil, fmt.Errorf("KeyError: %q", doc.name)
		}
		theirs, removed, err := reader.entities(sysDocs[at], keep)
		if err != nil {
			return nil, err
		}
		sysRemoved += removed
		numbers := map[span]int{}
		number := func(m span) int {
			id, ok := numbers[m]
			if !ok {
				id = len(numbers)
				numbers[m] = id
			}
			return id
		}
		c := &clusters{key: numbered(ours, number), system: numbered(theirs, number)}
		c.mentions = len(numbers)
		docs = append(docs, c)
	}
	if !keep {
		fmt.Fprintf(out, "%d and %d singletons are removed from the key and system files, respectively\n",
			keyRemoved, sysRemoved)
	}
	return docs, nil
}
