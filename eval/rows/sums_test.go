package rows

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"assay/eval"
	"assay/treebank"
)

// drawn returns a result of n units with whole counts, drawn with that seed: of every
// status, skipped or not, with and without a name.
func drawn(gold string, n int, seed uint64) *eval.Result {
	draw := rand.New(rand.NewPCG(seed, 16))
	side := func(name string) *treebank.Source {
		return &treebank.Source{Name: name, Format: &treebank.Format{Name: "fake"}, Files: []treebank.File{{Name: name}}}
	}
	b := eval.NewBuilder(side(gold), side("sys"), []*eval.Measure{newCount()}, []eval.OnError{eval.OnErrorSkip}, []string{"label"})
	for i := range n {
		id := []string{"", fmt.Sprint(i + 1), fmt.Sprintf("s%d", i)}[draw.IntN(3)]
		b.Add(eval.Unit{ID: id, Gold: int32(i), GoldN: 1, SystemN: int32(draw.IntN(2)), Words: int32(draw.IntN(9)), Status: eval.Status(max(0, draw.IntN(9)-4))})
		b.Row(0, []float64{float64(draw.IntN(300)), float64(draw.IntN(3) - 1)}, draw.IntN(4) == 0)
		for g := range draw.IntN(3) {
			b.Group(0, "label", fmt.Sprint("v", g), []float64{float64(draw.IntN(70000)), 1})
		}
		name := fmt.Sprint(i + 1)
		if id != "" {
			name = id
		}
		if draw.IntN(5) == 0 {
			b.Problem(eval.Problem{Unit: i, Metric: -1, Sentence: name, Number: fmt.Sprint(i + 1), Text: "t"}, 0, 0, 0)
		}
	}
	b.Tally(0, eval.Sentences{Scored: n}, 0, 0, 0)
	return b.Result(eval.AlignOrder)
}

// outline is all that outputs without single sentences take from a result.
func outline(res *eval.Result) string {
	var b strings.Builder
	c := res.Counts[0]
	fmt.Fprintln(&b, res.Len(), res.GoldN, res.SystemN, res.Words(), res.Paired(), c.Sum(), c.Skips(), c.Sentences, res.Problems)
	for _, g := range c.Groups {
		fmt.Fprintln(&b, g.Key, g.Value, g.Sum(c.Width))
	}
	for i, u := range res.NotScored() {
		fmt.Fprintln(&b, i, u.Name(), u.Status, u.GoldN)
	}
	for i := range res.Len() {
		fmt.Fprint(&b, c.Skip(i), res.Status(i), " ")
	}
	return b.String()
}

// TestSums: reading the sums of parts gives what reading their rows gives.
func TestSums(t *testing.T) {
	for seed := range uint64(20) {
		var plain, sums []*Content
		for part := range 3 {
			text := written(t, part == 1, drawn(fmt.Sprint("gold", part), 40*part, 3*seed+uint64(part)))
			a, err := Read(bytes.NewReader(text), fmt.Sprint(part))
			if err != nil {
				t.Fatal(err)
			}
			b, err := ReadSums(bytes.NewReader(text), fmt.Sprint(part))
			if err != nil {
				t.Fatal(err)
			}
			plain, sums = append(plain, a), append(sums, b)
		}
		want, err := Merge(plain, options)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Merge(sums, options)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range want[0].Result.Problems {
			if unit := &want[0].Result.Units[p.Unit]; p.Number != unit.Number() || p.Sentence != unit.Name() {
				t.Fatalf("seed %d: the problem of sentence %s is said to be of %s, number %s, want %s", seed, unit.Name(), p.Sentence, p.Number, unit.Number())
			}
		}
		if a, b := outline(want[0].Result), outline(got[0].Result); a != b {
			t.Fatalf("seed %d: of rows\n%s\nof sums\n%s", seed, a, b)
		}
		if got[0].Result.Units != nil {
			t.Fatal("the sums have units")
		}
	}
}

// TestSumsOfFractions: counts that are not whole numbers need their rows, and an overflow
// is one without rows too.
func TestSumsOfFractions(t *testing.T) {
	if _, err := ReadSums(bytes.NewReader(written(t, false, sample("gold", 1))), "x"); !errors.Is(err, ErrRows) {
		t.Errorf("found %v, want %v", err, ErrRows)
	}
	huge := drawn("gold", 3, 1)
	b := eval.NewBuilder(huge.Gold, huge.System, []*eval.Measure{newCount()}, []eval.OnError{eval.OnErrorSkip}, nil)
	for i := range 3 {
		b.Add(eval.Unit{Gold: int32(i), GoldN: 1})
		b.Row(0, []float64{[]float64{1 << 52, -1 << 52, 1}[i], 0}, false)
	}
	text := written(t, false, b.Result(eval.AlignOrder))
	for name, read := range map[string]func(io.Reader, string) (*Content, error){"rows": Read, "sums": ReadSums} {
		c, err := read(bytes.NewReader(text), "x")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Merge([]*Content{c}, options); err == nil || !strings.Contains(err.Error(), "overflow") {
			t.Errorf("overflow of %s by one: %v", name, err)
		}
	}
}

// TestSumsAreSmall: the memory of sums does not grow with the sentences.
func TestSumsAreSmall(t *testing.T) {
	live := func(sentences int) int64 {
		in, out := io.Pipe()
		go func() {
			w := NewWriter(out, Header{Version: "v", Measures: []Measure{{Spec: "count", Signature: "count|x:1", Columns: newCount().ColumnNames()}},
				By: []string{"label"}}, false)
			_ = w.Begin()
			side := &treebank.Source{Name: "gold", Format: &treebank.Format{Name: "fake"}, Files: []treebank.File{{Name: "gold"}}}
			b := eval.NewBuilder(side, side, []*eval.Measure{newCount()}, []eval.OnError{eval.OnErrorSkip}, []string{"label"})
			for i := range sentences {
				b.Add(eval.Unit{ID: fmt.Sprint("sentence ", i), Gold: int32(i), GoldN: 1, SystemN: 1})
				b.Row(0, []float64{1, 2}, false)
				b.Group(0, "label", fmt.Sprint(i%10), []float64{1, 0})
			}
			_ = w.Add(Name{System: "s"}, b.Result(eval.AlignOrder))
			_ = w.Close()
			out.Close()
		}()
		var before, after runtime.MemStats
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&before)
		c, err := ReadSums(bytes.NewReader(text), "x")
		if err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(c)
		runtime.KeepAlive(text)
		return int64(after.HeapAlloc) - int64(before.HeapAlloc)
	}
	if few, many := live(1000), live(20000); many > few+64<<10 {
		t.Errorf("1000 sentences take %d bytes, 20000 take %d", few, many)
	}
}

// ReadWithin gives up with the row that is over the limit, in whatever file it is.
func TestReadWithin(t *testing.T) {
	text := written(t, false, drawn("g", 20, 1))
	whole, err := Read(bytes.NewReader(text), "a")
	if err != nil {
		t.Fatal(err)
	}
	n := len(whole.Parts[0].rows)
	read := ReadWithin(2*n*weight(2, false), false)
	for file := range 3 {
		_, err := read(bytes.NewReader(text), "a")
		if (err != nil) != (file == 2) || err != nil && !errors.Is(err, ErrManyRows) {
			t.Errorf("file %d of %d rows: %v", file, n, err)
		}
	}
}
