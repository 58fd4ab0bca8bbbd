package evalb

import (
	"bufio"
	"bytes"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"assay/internal/settings"
	"assay/treebank"
)

// Params are the settings in a parameter file of EVALB.
type Params struct {
	Name        string      // name in signatures
	CutoffLen   int         // CUTOFF_LEN: maximal number of words of sentences in the _cutoff scores
	Unlabelled  bool        // LABELED 0: ignore labels of brackets
	DiscOnly    bool        // DISC_ONLY of disco-dop: count only phrases with gaps
	Delete      []string    // DELETE_LABEL: words with these tags and brackets with these labels are left out
	DeleteWords []string    // DELETE_WORD of disco-dop: these words are left out
	ForLength   []string    // DELETE_LABEL_FOR_LENGTH: words with these tags do not count for the length
	Quotes      []string    // QUOTE_LABEL: possible tags of a quotation mark that only one side has left out
	EqualLabels [][2]string // EQ_LABEL: labels that are equal
	EqualWords  [][2]string // EQ_WORD: words that are equal
}

// The presets are the parameter files distributed with EVALB; None is EVALB without
// one.
var (
	None = Params{Name: "none", CutoffLen: 40}

	// Collins is COLLINS.prm.
	Collins = Params{
		Name: "collins", CutoffLen: 40,
		Delete:      []string{"TOP", "-NONE-", ",", ":", "``", "''", "."},
		ForLength:   []string{"-NONE-"},
		EqualLabels: [][2]string{{"ADVP", "PRT"}},
	}

	// NewPRM is new.prm, which also repairs quotation marks.
	NewPRM = Params{
		Name: "new", CutoffLen: 40,
		Delete:      []string{"TOP", "S1", "-NONE-", ",", ":", "``", "''", ".", "?", "!"},
		ForLength:   []string{"-NONE-"},
		Quotes:      []string{"``", "''", "POS", "NN", "CD", "VBZ", ":"},
		EqualLabels: [][2]string{{"ADVP", "PRT"}},
	}

	// Sample is sample.prm.
	Sample = Params{
		Name: "sample", CutoffLen: 40,
		Delete:      []string{"TOP", "-NONE-", ",", ":", "``", "''"},
		ForLength:   []string{"-NONE-"},
		EqualLabels: [][2]string{{"T", "TT"}},
		EqualWords:  [][2]string{{"This", "this"}},
	}

	// SPMRL is the spmrl.prm of the shared tasks of 2013 and 2014, read as EVALB
	// reads it.
	SPMRL = Params{
		Name: "spmrl", CutoffLen: 70,
		Delete:    []string{"TOP", "ROOT", "S1", "-NONE-", "VROOT"},
		ForLength: []string{"-NONE-"},
	}
)

// Proper is the proper.prm of disco-dop (dd181a6), for discontinuous trees too.
var Proper = Params{
	Name: "proper", CutoffLen: 40,
	Delete: []string{"NOPARSE", "TOP", "ROOT", "VROOT", "$,", "$(", "$[", "$.", "PUNCT", "punct", "LET[]", "LET()",
		"LET", "let[]", "let()", "let",
		",", ":", "``", "''", ".", "-NONE-"},
	DeleteWords: []string{".", ",", ":", ";", "'", "`", `"`, "``", "''", "-", "(", ")", "/", "&", "$", "!", "!!!",
		"!!!", "?", "??", "???", "..", "...", "«", "»"},
	EqualLabels: [][2]string{{"ADVP", "PRT"}},
	EqualWords:  [][2]string{{"-LRB-", "("}, {"-RRB-", ")"}},
}

// Presets are all presets, the default first.
var Presets = []Params{Collins, NewPRM, Sample, SPMRL, Proper, None}

// Load reads the parameter file at path. Lines that cannot be used are returned
// as warnings and left out; the error says that the file cannot be read.
func Load(path string) (Params, []error, error) {
	data, err := settings.File(path)
	if err != nil {
		return Params{}, nil, err
	}
	p, warnings, err := ReadParams(bytes.NewReader(data), path)
	if err == nil && otherText(data) {
		return Params{}, nil, &treebank.SyntaxError{File: path, Want: "a key such as DELETE_LABEL, EQ_LABEL or CUTOFF_LEN", Found: "none",
			Hint: "EVALB without parameters is evalb:none"}
	}
	if err := settings.Encoding(path, data); err != nil {
		warnings = append(warnings, err)
	}
	p.Name = settings.Cite(path, data)
	return p, warnings, err
}

// ReadParams reads a parameter file, which messages call file. It is read as
// EVALB reads it, but that a # after a blank begins a comment, if a key and a
// value precede it. A line that cannot be used is a warning.
func ReadParams(r io.Reader, file string) (Params, []error, error) {
	params := Params{Name: filepath.Base(file), CutoffLen: 40}
	var warnings []error
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimRight(lines.Text(), " \t\n\v\f\r")
		if len(line) < 3 || line[0] == '#' {
			continue
		}
		warn := func(want, found string) {
			warnings = append(warnings, &treebank.SyntaxError{File: file, Line: n, Col: 1, Want: want, Found: found})
		}
		key, value := line, ""
		if i := strings.IndexAny(line, " \t\v\f"); i >= 0 {
			key, value = line[:i], comment(strings.TrimLeft(line[i:], " \t\v\f"))
		}
		if value == "" && known(key) {
			warn("a value after "+key, "the end of the line")
			continue
		}
		if strings.HasPrefix(key, "DELETE_") && strings.ContainsAny(value, " \t") {
			warn("one label or word after "+key, strconv.Quote(value)+", which matches none") // EVALB reads it so
		}
		switch key {
		case "":
			warn("a key at the beginning of the line, as EVALB does", "white space")
		case "CUTOFF_LEN", "LABELED", "MAX_ERROR", "DEBUG", "DISC_ONLY":
			v, err := strconv.Atoi(strings.TrimSpace(value))
			if err != nil {
				warn("a number after "+key, strconv.Quote(value))
				continue
			}
			params.number(key, v)
		case "DELETE_LABEL":
			params.Delete = append(params.Delete, value)
		case "DELETE_WORD":
			params.DeleteWords = append(params.DeleteWords, value)
		case "DELETE_LABEL_FOR_LENGTH":
			params.ForLength = append(params.ForLength, value)
		case "QUOTE_LABEL":
			params.Quotes = append(params.Quotes, value)
		case "EQ_LABEL", "EQ_WORD":
			two := strings.Fields(value)
			if len(two) != 2 {
				warn("two values after "+key, strconv.Quote(value))
				continue
			}
			pair := [2]string{two[0], two[1]}
			if key == "EQ_LABEL" {
				params.EqualLabels = append(params.EqualLabels, pair)
			} else {
				params.EqualWords = append(params.EqualWords, pair)
			}
		default:
			warn("a key such as DELETE_LABEL, EQ_LABEL or CUTOFF_LEN", strconv.Quote(key))
		}
	}
	return params, warnings, lines.Err()
}

func known(key string) bool {
	switch key {
	case "CUTOFF_LEN", "LABELED", "MAX_ERROR", "DEBUG", "DISC_ONLY", "DELETE_LABEL", "DELETE_WORD",
		"DELETE_LABEL_FOR_LENGTH", "QUOTE_LABEL", "EQ_LABEL", "EQ_WORD":
		return true
	}
	return false
}

// otherText reports whether a text has lines other than comments, and none with a key.
func otherText(text []byte) bool {
	other := false
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) == 0 || line[0] == '#' {
			continue
		}
		if known(fields[0]) {
			return false
		}
		other = true
	}
	return other
}

// number sets a key that takes a number. MAX_ERROR and DEBUG have no meaning
// here: a run is not ended by errors, and items are listed by other means.
func (p *Params) number(key string, v int) {
	switch key {
	case "CUTOFF_LEN":
		p.CutoffLen = v
	case "LABELED":
		p.Unlabelled = v == 0
	case "DISC_ONLY":
		p.DiscOnly = v != 0
	}
}

// comment cuts a comment from a value. A value may begin with #, the tag.
func comment(value string) string {
	for i := 1; i < len(value); i++ {
		if value[i] == '#' && (value[i-1] == ' ' || value[i-1] == '\t') {
			return strings.TrimRight(value[:i], " \t")
		}
	}
	return value
}
