package counter

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"assay/internal/settings"
)

// ReadWordNet reads the index and data files of a WordNet folder (index.noun,
// data.noun and so on; wndb(5WN)), and returns for each sense, written
// lemma.pos.number, the first word of its synset with that word's own number.
// Words are in lower case, without markers such as (a). counter.py uses the table
// of WordNet 3.0.
func ReadWordNet(folder string) (map[string]string, error) {
	if _, err := os.Stat(filepath.Join(folder, "dict", "index.noun")); err == nil {
		folder = filepath.Join(folder, "dict")
	}
	table := map[string]string{}
	for _, part := range []struct {
		name string
		pos  byte
	}{{"noun", 'n'}, {"verb", 'v'}, {"adj", 'a'}, {"adv", 'r'}} {
		first, err := firstWords(filepath.Join(folder, "data."+part.name))
		if err != nil {
			return nil, err
		}
		senses, err := readIndex(filepath.Join(folder, "index."+part.name))
		if err != nil {
			return nil, err
		}
		number := map[string]int{} // sense number by synset and lemma
		for _, s := range senses {
			number[s.synset+" "+s.lemma] = s.number
		}
		for _, s := range senses {
			word, ok := first[s.synset]
			if !ok {
				return nil, fmt.Errorf("%s: want synset %s of %s in data.%s, found none", folder, s.synset, s.lemma, part.name)
			}
			table[senseName(s.lemma, part.pos, s.number)] = senseName(word, part.pos, number[s.synset+" "+word])
		}
	}
	return table, nil
}

func senseName(lemma string, pos byte, number int) string {
	return fmt.Sprintf("%s.%c.%02d", lemma, pos, number)
}

// An indexSense is a sense of a lemma.
type indexSense struct {
	lemma, synset string
	number        int // from 1
}

// readIndex reads lines "lemma pos synsets pointers [pointer...] senses tagged
// offset...".
func readIndex(path string) ([]indexSense, error) {
	var out []indexSense
	err := eachLine(path, func(fields []string) error {
		if len(fields) < 4 {
			return errors.New("want a lemma with its synsets")
		}
		synsets, err1 := strconv.Atoi(fields[2])
		pointers, err2 := strconv.Atoi(fields[3])
		if err1 != nil || err2 != nil || synsets < 0 || pointers < 0 || len(fields) < 6+pointers+synsets {
			return errors.New("want the numbers of synsets and pointers, then as many fields")
		}
		for i, offset := range fields[6+pointers : 6+pointers+synsets] {
			out = append(out, indexSense{fields[0], offset, i + 1})
		}
		return nil
	})
	return out, err
}

// firstWords reads lines "offset file type words word ..." and returns the first word
// by offset.
func firstWords(path string) (map[string]string, error) {
	out := map[string]string{}
	err := eachLine(path, func(f []string) error {
		if len(f) < 5 {
			return errors.New("want a synset with its words")
		}
		word, _, _ := strings.Cut(f[4], "(")
		out[f[0]] = strings.ToLower(word)
		return nil
	})
	return out, err
}

// eachLine calls read with the fields of each line that is not part of the licence,
// whose lines begin with blanks.
func eachLine(path string, read func([]string) error) error {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w; a WordNet folder has index.noun, data.noun and the same for verb, adj, adv", err)
	}
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		if lines.Text() == "" || lines.Text()[0] == ' ' {
			continue
		}
		if err := read(strings.Fields(lines.Text())); err != nil {
			return fmt.Errorf("%s:%d: %w, found %.40q", path, n, err, lines.Text())
		}
	}
	return lines.Err()
}

// ReadSignature reads a signature of operators as clf_signature.yaml writes it: types
// such as bb, below them kinds, below them a list of operators. It returns the types
// by operator.
func ReadSignature(path string) (map[string]string, error) {
	text, err := settings.File(path)
	if err != nil {
		return nil, err
	}
	out, types := map[string]string{}, ""
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line, _, _ = strings.Cut(strings.TrimRight(line, " \r\n\t"), "#")
		trimmed := strings.TrimSpace(line)
		op, isOp := strings.CutPrefix(trimmed, "- ")
		switch {
		case trimmed == "":
		case isOp && types != "":
			out[strings.Trim(strings.TrimSpace(op), `"'`)] = types
		case strings.HasSuffix(trimmed, ":") && line[0] != ' ':
			types = strings.TrimSuffix(trimmed, ":")
		case strings.HasSuffix(trimmed, ":") && types != "":
		default:
			return nil, fmt.Errorf("%s:%d: want types (bb:), a kind (  DRL:) or an operator (- NOT), found %.40q",
				path, n, trimmed)
		}
	}
	return out, nil
}
