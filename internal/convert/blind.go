package convert

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/formats/conllu"
	"assay/prep"
	"assay/treebank"
)

// A BlindForm is a form of blind data: a parser's input, gold without its
// analyses. Its format only writes.
type BlindForm struct {
	Name  string
	Keeps string // the part of a sentence that it keeps, for help
	write func(*bufio.Writer, *treebank.Sentence) error
}

// BlindForms are the forms of blind data; the first is the default where sentences have words.
var BlindForms = []BlindForm{
	{"tokens", "the words of each sentence on a line, with a blank between them; a blank inside a word becomes U+00A0",
		writeTokens},
	{"conllu", "CoNLL-U with numbers, forms, ranges of multiword tokens, SpaceAfter=No, and the comments sent_id, text, " +
		"newdoc and newpar; all other columns are _", writeColumns},
	{"sentences", "the text of each sentence on a line", writeSentence},
	{"text", "running text: sentences follow one another with their own blanks, and an empty line ends a paragraph " +
		"(newdoc, newpar)", nil},
	{"items", "the identifier of each item, a tab and its text on a line", writeItem},
}

// BlindFormat is the format that writes a form of blind data; nil if there is no such form. It is for
// one output: the form text remembers where a paragraph ends.
func BlindFormat(name string) *treebank.Format {
	i := slices.IndexFunc(BlindForms, func(f BlindForm) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	f := &treebank.Format{Name: name, Write: BlindForms[i].write}
	if name == "text" {
		var t runningText
		f.Write, f.End = t.write, "\n"
	}
	return f
}

// DescribeBlind describes the forms of blind data for help, with their formats.
func DescribeBlind(all []*treebank.Format) string {
	var text strings.Builder
	for _, form := range BlindForms {
		fmt.Fprintf(&text, "  %-10s %s\n", form.Name, form.Keeps)
	}
	for _, form := range BlindForms {
		var names []string
		for _, format := range all {
			if DefaultBlind(format) == form.Name {
				names = append(names, format.Name)
			}
		}
		if slices.Sort(names); len(names) > 0 {
			fmt.Fprintf(&text, "\nDefault %s for %s.", form.Name, strings.Join(names, ", "))
		}
	}
	return text.String()
}

// BlindNames are the names of the forms.
func BlindNames() (names []string) {
	for _, f := range BlindForms {
		names = append(names, f.Name)
	}
	return names
}

// DefaultBlind is the form that suits the files of a format.
func DefaultBlind(f *treebank.Format) string {
	switch {
	case f.Name == "tsdb":
		return "items"
	case f.Layers&(treebank.Morphology|treebank.Enhanced) != 0 && f.Layers.Has(treebank.Arcs):
		return "conllu"
	case f.Layers&(treebank.Graph|treebank.Clauses) != 0 && f.Layers&(treebank.Bilexical|treebank.Units) == 0:
		return "sentences"
	}
	return "tokens"
}

// ErrNoText reports a sentence whose file gives neither words nor running text.
var ErrNoText = errors.New("the file gives no text of the sentence, so that there is no blind data")

// Blind takes everything from a sentence that a parser is to predict: only its name, its
// document, its words and its text are left. Empty elements and empty nodes are taken out too.
func Blind(s *treebank.Sentence) error {
	if len(s.Phrases) > 0 {
		if err := prep.RemoveEmpties.New()(s); err != nil {
			return err
		}
	}
	blind := treebank.Sentence{ID: s.ID, Doc: s.Doc, Input: s.Input, Text: s.Text, Syms: s.Syms, NewDoc: s.NewDoc,
		File: s.File, Line: s.Line, Dialect: s.Dialect}
	for i := range s.Tokens {
		blind.Tokens = append(blind.Tokens, treebank.Token{Form: s.Tokens[i].Form, Parent: -1})
		blind.Morph = append(blind.Morph, treebank.Morph{})
		blind.Arcs = append(blind.Arcs, treebank.Arc{Dep: int32(i), Head: treebank.Unknown})
	}
	for i := range s.Morph {
		blind.Morph[i].Misc = blindMisc(s, s.Morph[i].Misc)
	}
	for _, r := range s.Ranges {
		blind.Ranges = append(blind.Ranges,
			treebank.Range{Begin: r.Begin, End: r.End, Form: r.Form, Misc: blindMisc(s, r.Misc)})
	}
	for _, c := range s.Comments {
		if blindComment(s.Bytes(c)) {
			blind.Comments = append(blind.Comments, c)
		}
	}
	if blind.Input.Len == 0 {
		blind.Input = textComment(s)
	}
	*s = blind
	return nil
}

// blindMisc is what a parser may know of MISC: that no blank follows.
func blindMisc(s *treebank.Sentence, misc treebank.Span) treebank.Span {
	const none = "SpaceAfter=No"
	at := misc.Off
	for field := range bytes.SplitSeq(s.Bytes(misc), []byte("|")) {
		if string(field) == none {
			return treebank.Span{Off: at, Len: uint32(len(none))}
		}
		at += uint32(len(field)) + 1
	}
	return treebank.Span{}
}

// blindComment reports whether a comment is about the text, and not about its analysis.
func blindComment(line []byte) bool {
	name, _, _ := strings.Cut(strings.TrimLeft(string(line), "# \t"), "=")
	words := strings.Fields(name)
	return len(words) > 0 && slices.Contains([]string{"sent_id", "text", "newdoc", "newpar"}, words[0])
}

// textComment finds the running text in comments: "# text = ..." of CoNLL-U, "# ::snt ..." of AMR.
func textComment(s *treebank.Sentence) treebank.Span {
	for _, c := range s.Comments {
		line := s.Bytes(c)
		for _, mark := range []string{"::snt ", "# text = ", "#text="} {
			_, text, ok := bytes.Cut(line, []byte(mark))
			if !ok || mark[0] == '#' && !bytes.HasPrefix(line, []byte(mark)) {
				continue
			}
			if mark[0] == ':' {
				text, _, _ = bytes.Cut(text, []byte(" ::"))
			}
			if text = bytes.TrimSpace(text); len(text) > 0 {
				return treebank.Span{Off: c.Off + uint32(bytes.LastIndex(line, text)), Len: uint32(len(text))}
			}
		}
	}
	return treebank.Span{}
}

func writeColumns(w *bufio.Writer, s *treebank.Sentence) error { return conllu.Format.Write(w, s) }

func writeTokens(w *bufio.Writer, s *treebank.Sentence) error {
	if len(s.Tokens) == 0 && s.Input.Len > 0 {
		return errors.New("the format has no words; choose the form sentences or items")
	}
	for i := range s.Tokens {
		if i > 0 {
			w.WriteByte(' ')
		}
		w.WriteString(strings.Join(strings.Fields(string(s.Word(int32(i)))), "\u00a0"))
	}
	return w.WriteByte('\n')
}

// appendText appends the running text of a sentence: the file's own, or its words.
func appendText(dst []byte, s *treebank.Sentence) ([]byte, error) {
	if s.Input.Len > 0 {
		return append(dst, bytes.Join(bytes.Fields(s.Bytes(s.Input)), []byte(" "))...), nil
	}
	if len(s.Tokens) == 0 {
		return dst, ErrNoText
	}
	r := 0
	for i := 0; i < len(s.Tokens); i++ {
		form, misc := s.Word(int32(i)), treebank.Span{}
		if i < len(s.Morph) {
			misc = s.Morph[i].Misc
		}
		if r < len(s.Ranges) && int(s.Ranges[r].Begin) == i {
			form, misc, i = s.Bytes(s.Ranges[r].Form), s.Ranges[r].Misc, int(s.Ranges[r].End)-1
			r++
		}
		dst = append(dst, form...)
		if misc.Len == 0 && i+1 < len(s.Tokens) {
			dst = append(dst, ' ')
		}
	}
	return dst, nil
}

func writeSentence(w *bufio.Writer, s *treebank.Sentence) error {
	text, err := appendText(nil, s)
	w.Write(text)
	w.WriteByte('\n')
	return err
}

func writeItem(w *bufio.Writer, s *treebank.Sentence) error {
	if s.ID.Len == 0 {
		return fmt.Errorf("the file gives no identifier, which the form items needs")
	}
	w.Write(s.Bytes(s.ID))
	w.WriteByte('\t')
	return writeSentence(w, s)
}

// A runningText writes sentences without the places where they end.
type runningText struct{ begun, glued bool }

func (t *runningText) write(w *bufio.Writer, s *treebank.Sentence) error {
	paragraph := s.NewDoc || slices.ContainsFunc(s.Comments, func(c treebank.Span) bool {
		return bytes.HasPrefix(bytes.TrimLeft(s.Bytes(c), "# \t"), []byte("new"))
	})
	switch {
	case t.begun && paragraph:
		w.WriteString("\n\n")
	case t.begun && !t.glued:
		w.WriteByte(' ')
	}
	text, err := appendText(nil, s)
	w.Write(text)
	t.begun, t.glued = true, lastMisc(s).Len > 0
	return err
}

// lastMisc is the note of the last word, or of the multiword token that ends there.
func lastMisc(s *treebank.Sentence) treebank.Span {
	n := len(s.Tokens)
	if k := len(s.Ranges); k > 0 && int(s.Ranges[k-1].End) == n {
		return s.Ranges[k-1].Misc
	}
	if n == 0 || len(s.Morph) < n {
		return treebank.Span{}
	}
	return s.Morph[n-1].Misc
}

// NewBlindWriter returns a writer of blind data in a form, which BlindNames lists.
func NewBlindWriter(form string) *Writer { return &Writer{to: BlindFormat(form), blind: true} }

// writeBlind writes blind data. It writes nothing of a sentence that it cannot write.
func (v *Writer) writeBlind(s *treebank.Sentence, out *bufio.Writer) error {
	if err := Blind(s); err != nil {
		return err
	}
	if err := v.writeDown(s); err != nil {
		return err
	}
	if _, err := out.Write(v.text.Bytes()); err != nil {
		return &OutputError{err}
	}
	return nil
}
