package heads

import (
	"bytes"
	"regexp"
	"strings"

	"assay/treebank"
)

// Read reads a head table. It recognises these notations line by line:
//
//	(NP right-to-left (Pron N NP))        Lin 1995
//	rule 2 : N right-to-left N NNJ NN1    Xiao 1997, Magerman 1994
//	NP rightdis NN NNP                    disco-dop; left, right, leftdis, rightdis, like
//	NP<TAB>r POS|NN|NNP;r NP;l $;r        Penn2Malt
//	NP<TAB>r<TAB>NN.*|NML;NX;-NOM;.*      ClearNLP, NLP4J
//
// Lines that begin with #, %% or ; are comments. A line may hold several of Lin's
// triples, and a triple may span several lines, with a comment after ; on each. A
// comment that is an entry itself is refused, because it may be meant to apply.
// Errors are *treebank.SyntaxError.
func Read(text []byte, file string) ([]Rule, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // the mark of some editors
	var rules []Rule
	add := func(line string, n int) error {
		more, err := readLine(line, rules)
		if err != nil {
			err.File, err.Line = file, n
			return err
		}
		for i := range more {
			more[i].Line = n
		}
		rules = append(rules, more...)
		return nil
	}
	lines := strings.Split(string(text), "\n")
	for n := 0; n < len(lines); n++ {
		line := strings.TrimRight(lines[n], " \t\r")
		t := strings.TrimSpace(line)
		if t == "" || strings.HasPrefix(t, "#") || strings.HasPrefix(t, "%%") || strings.HasPrefix(t, ";") {
			continue
		}
		if t[0] != '(' {
			if err := add(line, n+1); err != nil {
				return nil, err
			}
			continue
		}
		entries, last, err := triples(lines, n)
		if err != nil {
			err.File = file
			return nil, err
		}
		for _, e := range entries {
			if err := add(e, n+1); err != nil {
				return nil, err
			}
		}
		n = last
	}
	return rules, nil
}

// triples returns the entries in parentheses that begin on line n, and the line on
// which the last of them ends.
func triples(lines []string, n int) (entries []string, last int, err *treebank.SyntaxError) {
	var out strings.Builder
	depth := 0
	for last = n; last < len(lines); last++ {
		line, comment, _ := strings.Cut(lines[last], ";")
		if isEntry(comment) {
			return nil, last, secondEntry(last+1, len(line)+1, comment)
		}
		for col, c := range line {
			switch {
			case c == '(':
				depth++
			case c == ')':
				depth--
			case depth == 0 && (c == ' ' || c == '\t' || c == '\r'):
				continue
			}
			if depth < 0 || depth == 0 && c != ')' {
				return nil, last, &treebank.SyntaxError{Line: last + 1, Col: col + 1, Want: "(LABEL DIRECTION (LABEL...))",
					Found: `"` + strings.TrimSpace(line[col:]) + `"`}
			}
			if out.WriteRune(c); depth == 0 {
				entries = append(entries, out.String())
				out.Reset()
			}
		}
		if depth == 0 {
			return entries, last, nil
		}
		out.WriteByte(' ')
	}
	return nil, last, &treebank.SyntaxError{Line: n + 1, Col: strings.IndexByte(lines[n], '(') + 1,
		Want: "a ) that closes the entry", Found: "the end of the table"}
}

// isEntry reports whether a comment has the form of one of Lin's triples.
func isEntry(comment string) bool {
	comment, _, _ = strings.Cut(strings.TrimSpace(comment), ";")
	if !strings.HasPrefix(comment, "(") {
		return false
	}
	entries, _, err := triples([]string{comment}, 0)
	if err != nil {
		return false
	}
	_, err = readPlain(entries[0], nil)
	return err == nil
}

// secondEntry refuses an entry after a ; because the rest of the line is a comment.
func secondEntry(line, col int, comment string) *treebank.SyntaxError {
	return &treebank.SyntaxError{Line: line, Col: col, Want: "a comment after ;",
		Found: `"` + strings.TrimSpace(comment) + `"`,
		Hint:  "what follows ; does not apply; put this entry on a line of its own, or begin the comment with ;;"}
}

func readLine(line string, before []Rule) ([]Rule, *treebank.SyntaxError) {
	if tabs := strings.Split(line, "\t"); len(tabs) >= 2 {
		switch {
		case len(tabs) == 3 && (tabs[1] == "l" || tabs[1] == "r"):
			return readClear(tabs)
		case len(tabs) == 2 && isPenn2Malt(tabs[1]):
			return readPenn2Malt(tabs)
		}
	}
	return readPlain(line, before)
}

// readPlain reads the notations of Lin, Xiao, Magerman and disco-dop.
func readPlain(line string, before []Rule) ([]Rule, *treebank.SyntaxError) {
	start := line
	if t := strings.TrimSpace(line); strings.HasPrefix(t, "rule ") {
		if _, rest, ok := strings.Cut(t, ":"); ok {
			line = rest
		}
	}
	words := strings.Fields(strings.NewReplacer("(", " ", ")", " ").Replace(line))
	if strings.TrimSpace(start) == start && !strings.HasPrefix(start, "(") && !strings.HasPrefix(start, "rule ") {
		words = strings.Fields(line) // parentheses are tags in this notation
	}
	if len(words) < 2 {
		return nil, wrong(start, start, "a label, a direction and a list of labels",
			"in Lin's notation a line is (NP right-to-left (N NP))")
	}
	rule := Rule{Parent: words[0]}
	switch direction := strings.ToLower(words[1]); {
	case direction == "like":
		return readLike(start, words, before)
	case isDirection(direction) || direction == "l" || direction == "r":
		if direction[0] == 'r' {
			rule.Direction = RightToLeft
		}
		rule.Any = strings.HasSuffix(direction, "dis")
	default:
		return nil, wrong(start, words[1], "left-to-right or right-to-left",
			"left and right are the ends where the search begins; leftdis and rightdis take any of the list")
	}
	for i, w := range words[2:] {
		if len(w) > 1 && strings.Contains(w, ";") || w == ";" && i+4 < len(words) && isDirection(words[i+4]) {
			return nil, wrong(start, w, "labels without ;",
				"a rule has a line of its own; Penn2Malt and ClearNLP have a tab after the label")
		}
		if w = strings.Trim(w, ","); strings.Trim(w, ".") != "" || w == "." {
			rule.Classes = append(rule.Classes, []string{w})
		} else if w == "" {
			rule.Classes = append(rule.Classes, []string{","})
		}
	}
	return []Rule{rule}, nil
}

func isDirection(word string) bool {
	switch strings.ToLower(word) {
	case "left-to-right", "right-to-left", "left", "right", "leftdis", "rightdis", "like":
		return true
	}
	return false
}

func readLike(line string, words []string, before []Rule) ([]Rule, *treebank.SyntaxError) {
	if len(words) != 3 {
		return nil, wrong(line, words[1], "one label after like", "")
	}
	var out []Rule
	for _, r := range before {
		if r.Parent == words[2] {
			r.Parent = words[0]
			out = append(out, r)
		}
	}
	if out == nil {
		return nil, wrong(line, words[2], "a label of an earlier line", "")
	}
	return out, nil
}

func isPenn2Malt(s string) bool {
	direction, _, _ := strings.Cut(strings.ReplaceAll(s, ";", " "), " ")
	return direction == "l" || direction == "r"
}

// readPenn2Malt reads one parent: every segment is a separate rule, whose
// alternatives have the same rank. A last segment without a list is the direction of
// the fallback.
func readPenn2Malt(tabs []string) ([]Rule, *treebank.SyntaxError) {
	var out []Rule
	for _, seg := range strings.Split(tabs[1], ";") {
		if strings.TrimSpace(seg) == "" {
			continue
		}
		dir, list, _ := strings.Cut(strings.TrimSpace(seg), " ")
		rule := Rule{Parent: tabs[0], Any: true}
		switch dir {
		case "l":
		case "r":
			rule.Direction = RightToLeft
		default:
			return nil, wrong(strings.Join(tabs, "\t"), dir, "l or r", "")
		}
		if list != "" {
			rule.Classes = [][]string{strings.Split(list, "|")}
		}
		out = append(out, rule)
	}
	return out, nil
}

// readClear reads the classes of ClearNLP and NLP4J.
func readClear(tabs []string) ([]Rule, *treebank.SyntaxError) {
	rule := Rule{Parent: tabs[0], Regexp: true}
	if tabs[1] == "r" {
		rule.Direction = RightToLeft
	}
	for _, class := range strings.Split(tabs[2], ";") {
		if class == "" {
			continue
		}
		alt := strings.Split(class, "|")
		for _, a := range alt {
			if _, err := regexp.Compile(a); err != nil {
				return nil, wrong(strings.Join(tabs, "\t"), a, "a regular expression", "")
			}
		}
		rule.Classes = append(rule.Classes, alt)
	}
	return []Rule{rule}, nil
}

func wrong(line, found, want, hint string) *treebank.SyntaxError {
	return &treebank.SyntaxError{Col: strings.Index(line, found) + 1, Want: want,
		Found: `"` + strings.TrimSpace(found) + `"`, Hint: hint}
}
