package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"assay/heads"
	"assay/internal/nearest"
	"assay/prep"
	"assay/report"
	"assay/study/option"
	"assay/treebank"
)

// headsCommand lists the head tables, prints one, or reports how well one covers a
// file.
func (a *app) headsCommand() *cobra.Command {
	var out outputs
	var from, relations string
	phrases := false
	cmd := &cobra.Command{
		Use:   "heads [NAME|FILE [TREEBANK...]]",
		Short: "list head tables, print one, or test one on a treebank",
		Long: `Without arguments: the head tables that are built in, with their sources. With the
name of a table or of a file: its rules and options. With treebanks after it: how
often a rule found the head, how often none did, and below which labels. The same
of a relation table, with --relations: how many links each row gives a label, and
which kinds of links none does.`,
		Example: `  assay heads
  assay heads collins
  assay heads collins:coordination=shift gold.mrg
  assay heads collins gold.mrg --relations my.relations
  assay heads lin gold.mrg --phrases`,
		ValidArgsFunction: firstArg(heads.Names),
		RunE: func(_ *cobra.Command, args []string) error {
			switch len(args) {
			case 0:
				return a.listHeads(&out)
			case 1:
				return a.printHeads(&out, args[0], relations)
			}
			return a.coverage(&out, args[0], relations, from, args[1:], phrases)
		},
	}
	out.flags(cmd, tableForms...)
	add(cmd, []option.Option{
		{Name: "relations", Want: "TABLE", Value: option.Text(&relations), Reads: true,
			Doc: "relation table: NAME|FILE"},
		{Name: "phrases", Value: option.Switch(&phrases),
			Doc: "list each phrase with its lexical head and head child (Lin 1995, 9b)"},
		{Name: "from", Short: "f", Want: "FORMAT", Value: option.Text(&from),
			Doc: "format of the treebanks (default: by name and first bytes)"},
	}...)
	return cmd
}

func (a *app) listHeads(out *outputs) error {
	table := &report.Table{Head: []string{"table", "title", "source"},
		Notes: []string{"assay heads NAME prints one; --heads NAME|FILE[:KEY=VALUE]... chooses it"}}
	for _, h := range heads.Tables {
		table.Add(report.Label(h.Name), report.Label(h.Title), report.Label(h.Source))
	}
	o := &report.Table{Head: []string{"option", "values", "meaning"}}
	for _, d := range heads.OptionDocs() {
		o.Add(report.Label(d.Key), report.Label(strings.Join(d.Values, " ")), report.Label(d.Doc))
	}
	return out.table(a, table, o)
}

func (a *app) printHeads(out *outputs, spec, relations string) error {
	st, err := heads.Step(spec, relations)
	if err != nil {
		return nearest.Hinted(err)
	}
	return out.write(a, func(w io.Writer) error {
		var text strings.Builder
		fmt.Fprintf(&text, "# %s: %s\n# source: %s\n# %s\n", st.Table.Name, st.Table.Title, st.Table.Source, st.Signature())
		st.Table.Write(&text)
		if st.Relations != nil {
			fmt.Fprintf(&text, "# relations: %s\n", st.Relations.Name)
			for _, r := range st.Relations.Rows {
				fmt.Fprintln(&text, r)
			}
		}
		return a.source(w, text.String())
	})
}

// source writes rules. Comments fit the window; lines of rules are whole unless they go
// to a terminal, because a file of them is read again.
func (a *app) source(w io.Writer, text string) error {
	width := lineWidth(a.stdout)
	for line := range strings.Lines(text) {
		if comment, ok := strings.CutPrefix(line, "# "); ok {
			line = "# " + strings.ReplaceAll(strings.TrimSuffix(foldLines(comment, width-2), "\n"), "\n", "\n# ") + "\n"
		} else if isTerminal(a.stdout) {
			line = foldLines(line, width)
		}
		if _, err := io.WriteString(w, line); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) coverage(out *outputs, spec, relations, from string, files []string, phrases bool) error {
	st, err := heads.Step(spec, relations)
	if err != nil {
		return nearest.Hinted(err)
	}
	conv := heads.NewConverter(st.Table, st.Options, st.Relations)
	empties := prep.RemoveEmpties.New()
	unread, read := 0, 0
	list := &report.Table{Head: []string{"sentence", "node", "words", "lexical head", "head child"}}
	for _, name := range files {
		src, err := a.Open(name, from)
		if err != nil {
			return err
		}
		for sentence, err := range src.All() {
			if sentence == nil {
				return &exitError{exitInput, err}
			}
			read++
			if err == nil {
				err = empties(sentence)
			}
			if err == nil {
				err = conv.Convert(sentence)
			}
			if err != nil {
				unread++
			} else if phrases {
				phraseHeads(list, sentence, sentenceLabel(sentence, read), conv.PhraseHeads())
			}
		}
	}
	if read == 0 && len(files) > 0 {
		return noSentence(files[0])
	}
	if phrases {
		return out.table(a, list)
	}
	rows, all := conv.Coverage()
	table := &report.Table{Head: []string{"label", "rule", "fallback", "no entry", "one child"}}
	add := func(c heads.Coverage) {
		table.Add(report.Label(c.Label), report.Count(c.Hits), report.Count(c.Fallbacks), report.Count(c.Missing),
			report.Count(c.Unary))
	}
	for _, c := range rows {
		add(c)
	}
	all.Label = "all"
	add(all)
	if unread > 0 {
		table.Notes = append(table.Notes, fmt.Sprintf("%d sentences could not be read or converted", unread))
	}
	if st.Relations == nil {
		return out.table(a, table)
	}
	return out.table(a, table, out.relationCoverage(st.Relations, conv))
}

// relationCoverage shows the uses of a relation table: its rows, then the kinds of
// links that it has no row for.
func (o *outputs) relationCoverage(r *heads.Relations, conv *heads.Converter) *report.Table {
	table := &report.Table{Title: "relations: " + r.Name, Head: []string{"row", "links"}}
	rows, none, links := conv.RelationCoverage()
	labelled, without := 0, 0
	for i, n := range rows {
		table.Add(report.Label(r.Rows[i].String()), report.Count(n))
		labelled += n
	}
	for i, u := range none {
		if without += links[u]; o.most() == 0 || i < o.most() {
			table.Add(report.Label(fmt.Sprintf("no row: %s ---- (%s %s ?)", u.Head, u.Phrase, u.Dep)), report.Count(links[u]))
		}
	}
	if n := len(none) - o.most(); o.most() > 0 && n > 0 {
		table.Notes = append(table.Notes, fmt.Sprintf("%d kinds more (-v lists all)", n))
	}
	table.Notes = append(table.Notes, fmt.Sprintf("%d of %d links have a label", labelled, labelled+without))
	return table
}

// phraseHeads lists the phrases of a sentence as Lin does (1995, 9b): nodes of one label are
// numbered from left to right, outer ones first.
func phraseHeads(table *report.Table, s *treebank.Sentence, id string, found []heads.PhraseHead) {
	total, number := map[string]int{}, map[int32]int{}
	label := func(node int32) string { // words, then phrases
		if n := int32(len(s.Tokens)); node >= n {
			return s.Name(s.Phrases[node-n].Label)
		}
		return s.Name(s.Tokens[node].Tag)
	}
	for node := range int32(len(s.Tokens) + len(s.Phrases)) {
		total[label(node)]++
		number[node] = total[label(node)]
	}
	name := func(node int32) string {
		if total[label(node)] < 2 {
			return label(node)
		}
		return fmt.Sprint(label(node), number[node])
	}
	for _, h := range found {
		p := s.Phrases[h.Phrase]
		var words []string
		for w := p.Begin; w < p.End; w++ {
			words = append(words, s.Str(s.Tokens[w].Form))
		}
		table.Add(report.Label(id), report.Label(name(int32(len(s.Tokens))+h.Phrase)), report.Label(strings.Join(words, " ")),
			report.Label(name(h.Word)), report.Label(name(h.Child)))
	}
}
