package ssaeval

import (
	"encoding/json"
	"slices"
	"strings"

	"assay/compat/internal/python"
)

// scan reads a file that has everything that the program wants, and nothing unusual, without building values. It
// returns nil for other files, which decode and convert read.
func scan(text string) *file {
	s := &scanner{text: text, out: &file{opinions: map[string]*sentence{}}}
	s.list(s.object)
	s.space()
	if s.failed || s.at != len(text) {
		return nil
	}
	return s.out
}

// A scanner reads a file. Once failed, it reads nothing more.
type scanner struct {
	text   string
	at     int
	failed bool
	out    *file
	words  []span
}

func (s *scanner) space() {
	for s.at < len(s.text) {
		if c := s.text[s.at]; c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return
		}
		s.at++
	}
}

// take takes a byte after blanks, and reports whether it is there.
func (s *scanner) take(c byte) bool {
	s.space()
	if s.failed || s.at == len(s.text) || s.text[s.at] != c {
		return false
	}
	s.at++
	return true
}

func (s *scanner) want(c byte) {
	if !s.take(c) {
		s.failed = true
	}
}

// list calls each for the elements of a list.
func (s *scanner) list(each func()) {
	s.want('[')
	if s.take(']') {
		return
	}
	for !s.failed {
		each()
		if !s.take(',') {
			s.want(']')
			return
		}
	}
}

// str reads a string.
func (s *scanner) str() string {
	s.want('"')
	if s.failed {
		return ""
	}
	for i := s.at; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '"':
			out := s.text[s.at:i]
			s.at = i + 1
			return out
		case c == '\\':
			return s.escaped(i)
		case c < ' ':
			s.failed = true
			return ""
		}
	}
	s.failed = true
	return ""
}

// escaped reads a string whose first backslash is at i.
func (s *scanner) escaped(i int) (out string) {
	for ; i < len(s.text) && s.text[i] != '"'; i++ {
		if s.text[i] == '\\' {
			i++
		}
	}
	if i >= len(s.text) || surrogate(s.text[s.at:i]) ||
		json.Unmarshal([]byte(s.text[s.at-1:i+1]), &out) != nil {
		s.failed = true
		return ""
	}
	s.at = i + 1
	return out
}

// surrogate reports whether a text may have an escaped surrogate, of which Python and Go make different strings.
func surrogate(text string) bool {
	return strings.Contains(text, `\ud`) || strings.Contains(text, `\uD`)
}

// skip passes over a value.
func (s *scanner) skip() {
	s.space()
	if s.failed || s.at == len(s.text) {
		s.failed = true
		return
	}
	switch c := s.text[s.at]; {
	case c == '"':
		s.str()
	case c == '[':
		s.list(s.skip)
	case c == '{':
		s.members(func(string) { s.skip() })
	default:
		for _, word := range []string{"null", "true", "false"} {
			if strings.HasPrefix(s.text[s.at:], word) {
				s.at += len(word)
				return
			}
		}
		s.failed = true // numbers too: few files have them
	}
}

// members calls each for the members of an object, whose names must differ.
func (s *scanner) members(each func(name string)) {
	s.want('{')
	if s.take('}') {
		return
	}
	var seen [8]string
	for n := 0; !s.failed; n++ {
		name := s.str()
		s.want(':')
		if n == len(seen) || slices.Contains(seen[:n], name) {
			s.failed = true
			return
		}
		seen[n] = name
		each(name)
		if !s.take(',') {
			s.want('}')
			return
		}
	}
}

// object reads a text with its opinions. The opinions must come after the text.
func (s *scanner) object() {
	name, has, out := "", 0, &sentence{}
	s.members(func(member string) {
		switch member {
		case "sent_id":
			name = python.Quote(s.str())
			has++
		case "text":
			s.words = spans(s.str())
			has += 10
		case "opinions":
			if has%100/10 == 0 {
				s.failed = true
				return
			}
			s.list(func() { out.list = append(out.list, s.opinion()) })
			has += 100
		default:
			s.skip()
		}
	})
	if has != 111 {
		s.failed = true
		return
	}
	if s.out.opinions[name] == nil {
		s.out.names = append(s.out.names, name)
	}
	s.out.opinions[name] = out
}

// opinion reads an opinion.
func (s *scanner) opinion() (o opinion) {
	has := 0
	s.members(func(member string) {
		switch member {
		case "Source":
			o.holder = s.part()
		case "Target":
			o.target = s.part()
		case "Polar_expression":
			o.expression = s.part()
		case "Polarity":
			s.space()
			if s.failed || s.at == len(s.text) {
				s.failed = true
				return
			}
			if s.text[s.at] == '"' {
				o.polarity = `"` + s.str() + `"`
			} else if o.polarity = "null"; !strings.HasPrefix(s.text[s.at:], "null") {
				s.failed = true
			} else {
				s.at += len("null")
			}
		default:
			s.skip()
			return
		}
		has++
	})
	if has != 4 {
		s.failed = true
	}
	for _, set := range []*[]int32{&o.holder, &o.target} {
		if len(*set) == 0 {
			*set = []int32{-1}
		}
	}
	return o
}

// part reads a list of texts and a list of offsets.
func (s *scanner) part() (out []int32) {
	s.want('[')
	s.skip()
	s.want(',')
	s.list(func() {
		var err error
		if text := s.str(); !s.failed {
			if out, err = stretch(out, text, s.words); err != nil {
				s.failed = true
			}
		}
	})
	s.want(']')
	if !slices.IsSorted(out) {
		slices.Sort(out)
	}
	return slices.Compact(out)
}
