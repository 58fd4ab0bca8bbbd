package graph

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/treebank"
)

// The notations as regular expressions.
var patterns = []struct {
	how     *notation
	pattern string
	last    bool
}{
	{&defined, `\b(?:id|ID|nodeid)"?\s*[:=]\s*"?(NAME)(?:["\s,}/>]|$)|(?:^|[\s{(])"?(NAME)(?:"?\s*:|\s*/|\s*\[)`, true},
	{&linked, `\b(?:source|target|toID|from|to|start|end)"?\s*[:=]\s*"?(NAME)(?:"|[\s,}\]]|$)|(?:^|[\s\["'(:])(NAME)(?:["'\s,\])}:]|$)`, false},
	{&first, `(?:^|[\s\["'({=:])(NAME)(?:["'\s,\])}:]|$)`, false},
}

// placesOf returns where the expression finds the name in the text.
func placesOf(pattern, name string, text []byte) (places []int) {
	re := regexp.MustCompile(`(?s)\A(?:` + strings.ReplaceAll(pattern, "NAME", regexp.QuoteMeta(name)) + `)`)
	inner := regexp.MustCompile(`(?s)\A.(?:` + strings.ReplaceAll(strings.ReplaceAll(pattern, "NAME", regexp.QuoteMeta(name)), "^|", `\A|`) + `)`)
	for at := 0; at <= len(text); at++ {
		m, begin := re.FindSubmatchIndex(text), 0
		if at > 0 { // with the character before, which ends a word or does not
			begin = at - 1
			m = inner.FindSubmatchIndex(text[begin:])
		}
		for k := 2; k < len(m); k += 2 {
			if m[k] >= 0 {
				places = append(places, begin+m[k])
			}
		}
	}
	slices.Sort(places)
	return places
}

// TestPlaces compares the search for names with regular expressions.
func TestPlaces(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 9))
	pieces := strings.Split(`id|ID|nodeid|source|toID|to|end|x3|x3|3|x|"|"|'|:|:|=|=|/|[|]|(|)|{|}|,|.| | |>`+"|\n|\t|é|_", "|")
	found := 0
	for range 20_000 {
		var text []byte
		for range 1 + random.IntN(12) {
			text = append(text, pieces[random.IntN(len(pieces))]...)
		}
		name := []string{"x3", "3", "x", "id"}[random.IntN(4)]
		for k, p := range patterns {
			want, places := -1, placesOf(p.pattern, name, text)
			if len(places) > 0 {
				want = places[0]
				if p.last {
					want = places[len(places)-1]
				}
				found++
			}
			if got := p.how.find(text, []byte(name), p.last); got != want {
				t.Fatalf("notation %d: %q in %q at %d, want %d", k, name, text, got, want)
			}
		}
	}
	if found < 2_000 {
		t.Errorf("%d names have a place", found)
	}
}

// Faults of very many graphs cost about as much as their text.
func TestManyFaults(t *testing.T) {
	text := []byte(`{"id": "1", "tops": [7], "nodes": [{"id": 0}, {"id": 0}], "edges": [{"source": 0, "target": 9}]}`)
	begin, rounds := time.Now(), 30_000
	for range rounds {
		s := &treebank.Sentence{Syms: treebank.NewSymbols()}
		b := New(s, text)
		for range 2 {
			b.Node([]byte("0"), nil, -1, -1)
		}
		b.Top([]byte("7"))
		b.Edge([]byte("0"), []byte("9"), nil, nil)
		b.Link()
		b.Free()
		for i, want := range []int{bytes.Index(text, []byte("0}]")), bytes.IndexByte(text, '7'), bytes.IndexByte(text, '9')} {
			if s.Notes[i].Col != want+1 {
				t.Fatalf("note %d is at column %d, want %d", i, s.Notes[i].Col, want+1)
			}
		}
	}
	if spent := time.Since(begin); spent > 5*time.Second {
		t.Errorf("%d graphs took %v", rounds, spent)
	}
}
