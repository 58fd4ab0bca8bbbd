package suspects

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"assay/treebank"
)

// A WriteError says why corrected gold cannot be written in the format or encoding of gold.
type WriteError struct{ Text, Hint string }

func (e *WriteError) Error() string { return e.Text }

// Corrected returns gold with the changes that suspects propose, and the changes that cannot be
// made. The text of all other sentences is that of gold, byte for byte. The error is a
// *WriteError if gold cannot be written, else it is about an input.
func Corrected(gold *treebank.Source, list []*Suspect) (*treebank.Source, []Refusal, error) {
	if gold.Format.Write == nil {
		return nil, nil, &WriteError{"format " + gold.Format.Name + " is only read",
			"assay convert writes gold in another format, and the check can begin with that"}
	}
	by := map[int32][]*Suspect{}
	for _, s := range list {
		by[s.Sentence] = append(by[s.Sentence], s)
	}
	out := *gold
	out.Files = nil
	var refused []Refusal
	n := int32(0)
	for _, file := range gold.Files {
		text, err := patched(gold, file, func(sentence *treebank.Sentence) bool {
			made := by[n]
			n++
			if made == nil || sentence == nil {
				return false
			}
			not := Correct(sentence, made)
			refused = append(refused, not...)
			return len(not) < len(made)
		})
		if err != nil {
			return nil, nil, err
		}
		out.Files = append(out.Files, treebank.Text(file.Name, text))
	}
	return &out, refused, nil
}

// patched returns the text of a file in which the sentences that change reports to
// have changed are written anew. It is called with each sentence, nil for one that
// cannot be read.
func patched(src *treebank.Source, file treebank.File, change func(*treebank.Sentence) bool) (string, error) {
	r, err := file.Open()
	if err != nil {
		return "", err
	}
	defer r.Close()
	text, err := io.ReadAll(r)
	if err != nil {
		return "", err
	}
	if declared := src.Format.Encoding; declared != nil {
		if name := strings.ToLower(declared(text)); name != "" && name != "utf-8" && name != treebank.Undeclared {
			return "", &WriteError{fmt.Sprintf("%s declares that it is in %s, and check writes UTF-8", file.Name, name),
				"assay convert writes it in UTF-8"}
		}
	}
	var out bytes.Buffer
	w := bufio.NewWriter(&out)
	sentence, pos := &treebank.Sentence{}, 0
	cut := src.Cut(bytes.NewReader(text), file.Name)
	for {
		piece, err := cut.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return "", err
		}
		if err := src.Format.Read(sentence, piece); err != nil {
			change(nil) // it has a number too
			continue
		}
		if !change(sentence) {
			continue
		}
		at := bytes.Index(text[pos:], piece.Text)
		if at < 0 {
			return "", fmt.Errorf("%s:%d: cannot find the text of the sentence again", file.Name, piece.Line)
		}
		w.Write(text[pos : pos+at])
		w.Flush()
		begin := out.Len()
		if err := src.Format.Write(w, sentence); err != nil {
			return "", err
		}
		w.Flush()
		end := begin + len(bytes.TrimRight(out.Bytes()[begin:], "\n"))
		out.Truncate(end)
		w.Write(piece.Text[len(bytes.TrimRight(piece.Text, "\r\n")):])
		pos += at + len(piece.Text)
	}
	w.Write(text[pos:])
	w.Flush()
	return out.String(), nil
}
