package tsdb

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/internal/shared"
	"assay/treebank"
)

const relations = `item:
  i-id :integer :key
  i-input :string          # the sentence

parse:
  i-id :integer
  parse-id :integer :key
  readings :integer
  error :string

result:
  result-id :integer
  mrs :string
  parse-id :integer :key
`

func mrsOf(pred string) string {
	return `[ LTOP: h0 INDEX: e2 RELS: < [ ` + pred + `<0:1> LBL: h1 ARG0: e2 ] > HCONS: < h0 qeq h1 > ]`
}

// profileDir makes a profile with the given tables.
func profileDir(t testing.TB, tables map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range tables {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// open opens a file, decompressed by its name.
func open(path string) (io.ReadCloser, error) {
	f, err := os.Open(path)
	if err != nil || !strings.HasSuffix(path, ".gz") {
		return f, err
	}
	return gzip.NewReader(f)
}

// list reads a profile and describes each item: identifier, predicate of the
// given rank, number of readings, or the error.
func list(t testing.TB, dir string, rank int) []string {
	t.Helper()
	in, err := File(dir, open).Open()
	if err != nil {
		return []string{"error: " + strings.ReplaceAll(err.Error(), dir, "DIR")}
	}
	defer in.Close()
	var out []string
	c := Format.Cut(in, "p")
	sentence := &treebank.Sentence{}
	for {
		piece, err := c.Next()
		if err == io.EOF {
			return out
		}
		if err != nil {
			return append(out, "error: "+strings.ReplaceAll(err.Error(), dir, "DIR"))
		}
		id := string(Format.ID(piece.Text))
		text, n := Format.Reading(piece.Text, 0, rank)
		if text == nil {
			out = append(out, fmt.Sprintf("%s: none of %d", id, n))
			continue
		}
		piece.Text = text
		switch err := Format.Read(sentence, piece); {
		case err != nil:
			out = append(out, id+": "+strings.ReplaceAll(err.Error(), dir, "DIR"))
		case sentence.Missing:
			out = append(out, fmt.Sprintf("%s: no analysis of %q", id, sentence.Str(sentence.Input)))
		default:
			out = append(out, fmt.Sprintf("%s: %s of %d, %q", id, sentence.Name(sentence.Nodes[0].Label), n, sentence.Str(sentence.Input)))
		}
	}
}

func TestJoins(t *testing.T) {
	dir := profileDir(t, map[string]string{
		"relations": relations,
		"item":      "1@one\\s\\\\x\n2@two\n3@three\n",
		"parse":     "3@30@1@\n1@10@2@\n2@20@0@no edges left\n9@90@1@\n",
		"result": "1@" + mrsOf("b") + "@10\n" + "0@" + mrsOf("c") + "@30\n0@" + mrsOf("a") + "@10\n" +
			"0@" + mrsOf("d") + "@90\n0@x@77\n",
	})
	want := []string{`1: a of 2, "one@\\x"`, `2: no analysis of "two"`, `3: c of 1, "three"`, `9: d of 1, ""`}
	if got := list(t, dir, 1); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	want = []string{`1: b of 2, "one@\\x"`, "2: none of 0", "3: none of 1", "9: none of 1"}
	if got := list(t, dir, 2); !slices.Equal(got, want) {
		t.Errorf("rank 2: got  %q\nwant %q", got, want)
	}
}

// The readings that the annotator chose in the latest version come first; an item
// without a choice has no analysis.
func TestChoices(t *testing.T) {
	tables := map[string]string{
		"relations": relations + "\ntree:\n  parse-id :integer :key\n  t-version :integer\n  t-active :integer\n\npreference:\n  parse-id :integer :key\n  " +
			"t-version :integer\n  result-id :integer\n",
		"item":  "1@one\n2@two\n3@three\n4@four\n",
		"parse": "1@10@3@\n2@20@1@\n3@30@2@\n4@40@2@\n",
		"result": "0@" + mrsOf("a") + "@10\n1@" + mrsOf("b") + "@10\n2@" + mrsOf("c") + "@10\n0@" + mrsOf("d") + "@20\n" +
			"0@" + mrsOf("e") + "@30\n1@" + mrsOf("f") + "@30\n0@" + mrsOf("g") + "@40\n1@" + mrsOf("h") + "@40\n",
		"tree":       "10@1@1\n10@2@1\n20@1@0\n30@1@1\n30@2@0\n",
		"preference": "10@2@2\n10@1@1\n30@1@1\n",
	}
	dir := profileDir(t, tables)
	want := []string{`1: c of 3, "one"`, `2: no analysis of "two"`, `3: no analysis of "three"`, `4: g of 2, "four"`}
	if got := list(t, dir, 1); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	want = []string{`1: a of 3, "one"`, "2: none of 0", "3: none of 0", `4: h of 2, "four"`}
	if got := list(t, dir, 2); !slices.Equal(got, want) {
		t.Errorf("rank 2: got  %q\nwant %q", got, want)
	}
	if most, err := Choices(File(dir, open)); most != 1 || err != nil {
		t.Errorf("the annotator chose up to %d readings of an item, want 1 (%v)", most, err)
	}
	r, err := Unchosen(File(dir, open)).Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if text, err := io.ReadAll(r); err != nil || !strings.HasPrefix(string(text), "1@3@@one@\n0@1@") || strings.Count(string(text), "\n") != 4*2+8 {
		t.Errorf("unchosen: %v %q", err, text)
	}
}

// TestChosenAndInactive: a reading that the annotator chose counts, though no tree of the
// item is active.
func TestChosenAndInactive(t *testing.T) {
	dir := profileDir(t, map[string]string{
		"relations": relations + "\ntree:\n  parse-id :integer :key\n  t-version :integer\n  t-active :integer\n\npreference:\n  parse-id :integer :key\n " +
			" t-version :integer\n  result-id :integer\n",
		"item":       "1@one\n",
		"parse":      "1@10@2@\n",
		"result":     "0@" + mrsOf("a") + "@10\n1@" + mrsOf("b") + "@10\n",
		"tree":       "10@1@0\n",
		"preference": "10@1@1\n",
	})
	if got := list(t, dir, 1); !slices.Equal(got, []string{`1: b of 2, "one"`}) {
		t.Errorf("got %q", got)
	}
}

// Several chosen readings come first, and Chosen counts them; an item without a
// decision says which reading counts.
func TestSeveralChoices(t *testing.T) {
	dir := profileDir(t, map[string]string{
		"relations": relations + "\npreference:\n  parse-id :integer :key\n  t-version :integer\n  result-id :integer\n",
		"item":      "1@one\n2@two\n3@three\n",
		"parse":     "1@10@3@\n1@11@1@\n2@20@2@\n3@30@1@\n",
		"result": "0@" + mrsOf("a") + "@10\n1@" + mrsOf("b") + "@10\n2@" + mrsOf("c") + "@10\n0@" + mrsOf("d") + "@11\n0@" + mrsOf("e") + "@20\n1@" +
			mrsOf("f") + "@20\n0@" + mrsOf("g") + "@30\n",
		"preference": "10@1@2\n10@1@1\n10@1@2\n10@1@7\n11@1@0\n30@1@0\n",
	})
	if most, err := Choices(File(dir, open)); most != 3 || err != nil {
		t.Errorf("the annotator chose up to %d readings of an item, want 3 (%v)", most, err)
	}
	in, err := File(dir, open).Open()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var got []string
	c := Format.Cut(in, "p")
	sentence := &treebank.Sentence{}
	for p, err := c.Next(); err == nil; p, err = c.Next() {
		line := fmt.Sprint(Format.Chosen(p.Text))
		_, n := Format.Reading(p.Text, 0, 1)
		for k := 1; k <= n; k++ {
			q := p
			q.Text, _ = Format.Reading(p.Text, 0, k)
			if err := Format.Read(sentence, q); err != nil {
				t.Fatal(err)
			}
			line += " " + sentence.Name(sentence.Nodes[0].Label)
			for _, note := range sentence.Notes {
				line += " (" + note.Error() + ")"
			}
		}
		got = append(got, line)
	}
	want := []string{"3 b c d a", "0 e (p: want a reading that the annotator chose, found no decision on its 2 readings; the first counts)" +
		" f (p: want a reading that the annotator chose, found no decision on its 2 readings; the first counts)", "1 g"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// A broken item is reported; its neighbours are read.
func TestBadItems(t *testing.T) {
	dir := profileDir(t, map[string]string{
		"relations": relations,
		"item":      "1@one\n2@two\n3@three\n4@four\n",
		"parse":     "1@1@1@\n2@2@1@\n3@3@1@\n4@4@1@\n",
		"result":    "0@" + mrsOf("a") + "@1\n0@@2\n0@[ LTOP: h0 RELS: < [ x<0:1> LBL: h1 @3\n0@" + mrsOf("d") + "@4\n",
	})
	got := list(t, dir, 1)
	if len(got) != 4 || !strings.HasPrefix(got[0], "1: a") || !strings.Contains(got[1], "2: p: want an MRS, found an empty field mrs") ||
		!strings.Contains(got[2], "3: p: want a role or a closing ], found the end") || !strings.HasPrefix(got[3], "4: d") {
		t.Errorf("got %q", got)
	}
}

// The place of a fault of an analysis is given in the table: results may be in any
// order.
func TestPlaces(t *testing.T) {
	dir := profileDir(t, map[string]string{"relations": relations, "item": "1@one\n2@two\n", "parse": "1@1@1@\n2@2@1@\n",
		"result": "0@" + mrsOf("d") + "@7\n0@@2\n0@[ LTOP? ]@1\n"})
	var hints []string
	r, err := File(dir, open).Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, err := range Format.Sentences(r, "p") {
		var syn *treebank.SyntaxError
		if !errors.As(err, &syn) {
			t.Fatal(err)
		}
		hints = append(hints, syn.Hint)
	}
	if want := []string{"character 7 of the field mrs in row 3 of the table result", "row 2 of the table result"}; !slices.Equal(hints, want) {
		t.Errorf("got %q, want %q", hints, want)
	}
}

// If two items have one identifier, the first has the results, and the second is
// reported.
func TestTwice(t *testing.T) {
	dir := profileDir(t, map[string]string{"relations": relations, "item": "1@one\n1@again\n2@two\n", "parse": "1@1@1@\n2@2@1@\n",
		"result": "0@" + mrsOf("a") + "@1\n0@" + mrsOf("b") + "@2\n"})
	want := []string{`1: a of 1, "one"`, "1: p: want the results of the item, found its identifier in the table item a second time", `2: b of 1, "two"`}
	if got := list(t, dir, 1); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestBadSchema(t *testing.T) {
	for _, tc := range []struct{ relations, want string }{
		{"", "error: DIR/relations: want a field parse-id in the table parse, found none"},
		{"  x :string\n", `error: DIR/relations:1: want the name of a table and a colon, found x :string`},
		{strings.Replace(relations, "mrs :string", "m :string", 1), "error: DIR/relations: want a field mrs in the table result, found none"},
	} {
		got := list(t, profileDir(t, map[string]string{"relations": tc.relations, "item": "1@x\n"}), 1)
		if !slices.Equal(got, []string{tc.want}) {
			t.Errorf("got %q, want %q", got, tc.want)
		}
	}
}

// If a table of results is cut off, the rows read so far count, the items after them
// are reported, and the profile ends with an error, as other files do that are cut off.
func TestTruncated(t *testing.T) {
	var item, parse, result strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&item, "%d@sentence %d\n", i, i)
		fmt.Fprintf(&parse, "%d@%d@1@\n", i, i)
		fmt.Fprintf(&result, "0@%s@%d\n", mrsOf(fmt.Sprintf("p%d", i*7919)), i)
	}
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	io.WriteString(w, result.String())
	w.Close()
	dir := profileDir(t, map[string]string{"relations": relations, "item": item.String(), "parse": parse.String(),
		"result": "", "result.gz": z.String()[:z.Len()*3/4]})
	got := list(t, dir, 1)
	bad := 0
	for _, line := range got {
		if strings.Contains(line, "want the results of the item, found DIR/result.gz") && strings.Contains(line, "unexpected EOF") {
			bad++
		}
	}
	last := got[len(got)-1]
	if got = got[:len(got)-1]; !strings.HasPrefix(last, "error: ") || !strings.Contains(last, "unexpected EOF") {
		t.Errorf("the last line is %q", last)
	}
	if len(got) != 2000 || bad < 100 || bad > 1000 || !strings.HasPrefix(got[0], "0: p0") {
		t.Errorf("%d items, %d of them are reported; the last is %q", len(got), bad, got[len(got)-1])
	}
}

// A profile that is too large to hold gives the same result as a small one.
func TestStreamed(t *testing.T) {
	var item, parse, result strings.Builder
	for i := range 300 {
		fmt.Fprintf(&item, "%d@sentence %d\n", i, i)
		fmt.Fprintf(&parse, "%d@%d@2@\n", i, i)
	}
	for i := range 600 { // neither sorted nor grouped by item
		k := i * 7 % 600
		fmt.Fprintf(&result, "%d@%s@%d\n", k%2, mrsOf(fmt.Sprintf("p%d", k)), k/2)
	}
	dir := profileDir(t, map[string]string{"relations": relations, "item": item.String(), "parse": parse.String(), "result": result.String()})
	read := func(limit int) string {
		profile, err := newProfile(dir, open, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer profile.Close()
		profile.limit = limit
		b, err := io.ReadAll(profile)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	whole, streamed := read(keep), read(100)
	if whole != streamed || strings.Count(whole, "\n") != 300*4 {
		t.Errorf("%d and %d bytes, %d lines", len(whole), len(streamed), strings.Count(whole, "\n"))
	}
}

// No item of the real profiles is lost, and all MRSs are read.
func TestRealProfiles(t *testing.T) {
	for _, tc := range []struct {
		dir             string
		items, analysed int
	}{
		{"erg-2025/mrs", 107, 107}, {"erg-2025/csli", 1348, 921}, {"erg-2025/fracas", 640, 632},
		{"jacy/mrs", 135, 127}, {"zhong/treebank-mrs", 107, 88}, {"zhong/silver-mrs", 107, 98},
		{"matrix/wh-dev-rus", 273, 152}, {"matrix/illustr1-anc-eng", 0, 102},
	} {
		got := list(t, shared.Path(t, "data", "sem-tsdb", filepath.FromSlash(tc.dir)), 1)
		analysed := 0
		for _, line := range got {
			switch {
			case strings.Contains(line, ": want"):
				t.Errorf("%s: %s", tc.dir, line)
			case !strings.Contains(line, "no analysis"):
				analysed++
			}
		}
		if tc.items > 0 && len(got) != tc.items || analysed != tc.analysed {
			t.Errorf("%s: %d items, %d analysed, want %d and %d", tc.dir, len(got), analysed, tc.items, tc.analysed)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("1@2@@input@\n0@" + mrsOf("a") + "\n1@" + mrsOf("b\\\\") + "\n\n"))
	f.Add([]byte("1@-@no\\sedges@@broken\n\n2@@\n0@\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		sentence := &treebank.Sentence{}
		c := Format.Cut(bytes.NewReader(text), "p")
		for {
			p, err := c.Next()
			if err != nil {
				return
			}
			Format.ID(p.Text)
			for rank := range 3 {
				if r, _ := Format.Reading(p.Text, 0, rank); r != nil {
					q := p
					q.Text = r
					_ = Format.Read(sentence, q)
				}
			}
		}
	})
}

func FuzzSchema(f *testing.F) {
	f.Add(relations)
	f.Fuzz(func(t *testing.T, text string) { _, _ = ReadSchema(strings.NewReader(text)) })
}
