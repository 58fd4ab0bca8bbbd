package discodop

import (
	"fmt"
	"strconv"
	"strings"

	"assay/compat/internal/python"
)

// A parameters is a parameter file.
type parameters struct {
	cutoff                                   int
	labeled, disconly, la, ted, rootPreterms bool
	deleteLabel, deleteWord, deleteForLength map[string]bool
	eqLabel, eqWord                          map[string]string
}

// param reads the parameter file, if there is one, and applies the options to it.
func (o *options) param() (*parameters, error) {
	p := &parameters{cutoff: 40, labeled: true, deleteLabel: map[string]bool{}, deleteWord: map[string]bool{},
		deleteForLength: map[string]bool{}}
	var labels, words [][2]string
	if len(o.files) == 3 {
		text, err := python.ReadFile(o.files[2])
		if err != nil {
			return nil, err
		}
		seen := map[string]bool{}
		for line := range strings.Lines(text) {
			line = strings.TrimRight(line, "\r\n")
			if line == "" || line[0] == '#' {
				continue
			}
			key, value, ok := cutBlank(line)
			if !ok {
				return nil, fmt.Errorf("ValueError: not enough values to unpack (expected 2, got 1)")
			}
			pair := strings.Fields(value)
			switch key {
			case "EQ_LABEL", "EQ_WORD":
				if len(pair) != 2 {
					return nil, fmt.Errorf("ValueError: %s requires two values", key)
				}
				if key == "EQ_LABEL" {
					labels = append(labels, [2]string{pair[0], pair[1]})
				} else {
					words = append(words, [2]string{pair[0], pair[1]})
				}
			case "DELETE_LABEL":
				p.deleteLabel[value] = true
			case "DELETE_WORD":
				p.deleteWord[value] = true
			case "DELETE_LABEL_FOR_LENGTH":
				p.deleteForLength[value] = true
			default:
				if err := p.once(key, value, seen); err != nil {
					return nil, err
				}
			}
		}
	}
	p.eqLabel, p.eqWord = classes(labels), classes(words)
	if o.cutoff != "" {
		p.cutoff, _ = strconv.Atoi(o.cutoff)
	}
	p.disconly, p.la, p.ted = o.disconly, p.la || o.la, p.ted || o.ted
	return p, nil
}

// once sets a key that may be given once.
func (p *parameters) once(key, value string, seen map[string]bool) error {
	var flag *bool
	switch key {
	case "DEBUG", "MAX_ERROR", "CUTOFF_LEN", "DEP":
	case "LABELED":
		flag = &p.labeled
	case "DISC_ONLY":
		flag = &p.disconly
	case "LA":
		flag = &p.la
	case "TED":
		flag = &p.ted
	case "DELETE_ROOT_PRETERMS":
		flag = &p.rootPreterms
	default:
		return fmt.Errorf("ValueError: unrecognized parameter key: %s", key)
	}
	if seen[key] {
		return fmt.Errorf("ValueError: cannot declare %s twice", key)
	}
	seen[key] = true
	n, err := strconv.Atoi(strings.TrimSpace(value))
	if err != nil {
		return fmt.Errorf("ValueError: invalid literal for int() with base 10: '%s'", value)
	}
	if flag != nil {
		*flag = n != 0
	}
	if key == "CUTOFF_LEN" {
		p.cutoff = n
	}
	return nil
}

// cutBlank cuts a line at its first blanks.
func cutBlank(line string) (key, value string, ok bool) {
	line = strings.TrimLeft(line, " \t")
	i := strings.IndexAny(line, " \t")
	if i < 0 {
		return line, "", false
	}
	value = strings.TrimLeft(line[i:], " \t")
	return line[:i], value, value != ""
}

// classes maps every member of an equivalence class to one of them. The original
// takes an arbitrary one; comparisons do not depend on it, because both sides are
// mapped, but for deleted labels: assay takes the first named.
func classes(pairs [][2]string) map[string]string {
	of := map[string]string{}
	find := func(x string) string {
		for of[x] != "" && of[x] != x {
			x = of[x]
		}
		return x
	}
	for _, pair := range pairs {
		for _, x := range pair {
			if of[x] == "" {
				of[x] = x
			}
		}
		if a, b := find(pair[0]), find(pair[1]); a != b {
			of[b] = a
		}
	}
	out := map[string]string{}
	for x := range of {
		out[x] = find(x)
	}
	return out
}
