package rows

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// joined joins files of text as one.
func joined(t *testing.T, asJSON bool, texts ...[]byte) []byte {
	t.Helper()
	var files []*Content
	text := map[string][]byte{}
	for i, b := range texts {
		path := fmt.Sprint("file", i)
		c, err := ReadSums(bytes.NewReader(b), path)
		if err != nil {
			t.Fatal(err)
		}
		files, text[path] = append(files, c), b
	}
	header, err := JoinedHeader(files)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := NewWriter(&out, header, asJSON)
	if err := w.Begin(); err != nil {
		t.Fatal(err)
	}
	err = Join(w, files, func(path string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text[path])), nil })
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestJoin: any tree of joins, in any order, ends with the same bytes, and merging them gives
// what merging the files gives.
func TestJoin(t *testing.T) {
	for seed := range uint64(10) {
		random := rand.New(rand.NewPCG(seed, 3))
		asJSON := seed%2 == 1
		var texts [][]byte
		var contents []*Content
		for part := range 2 + random.IntN(6) {
			text := written(t, asJSON, drawn(fmt.Sprint("gold", part), 10*part, 7*seed+uint64(part)))
			c, err := Read(bytes.NewReader(text), fmt.Sprint(part))
			if err != nil {
				t.Fatal(err)
			}
			texts, contents = append(texts, text), append(contents, c)
		}
		all := joined(t, asJSON, texts...)
		for range 5 {
			left := append([][]byte(nil), texts...)
			for len(left) > 1 {
				random.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
				n := 2 + random.IntN(len(left)-1)
				left = append(left[n:], joined(t, asJSON, left[:n]...))
			}
			if !bytes.Equal(left[0], all) {
				t.Fatalf("seed %d: in steps\n%s\nat once\n%s", seed, left[0], all)
			}
		}
		whole, err := Read(bytes.NewReader(all), "all")
		if err != nil {
			t.Fatal(err)
		}
		want, err := Merge(contents, options)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Merge([]*Content{whole}, options)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := outline(want[0].Result), outline(got[0].Result); a != b {
			t.Fatalf("seed %d: of files\n%s\njoined\n%s", seed, a, b)
		}
	}
}

// TestJoinRefuses: a file that was changed after it was read, and one in the other form.
func TestJoinRefuses(t *testing.T) {
	text := written(t, false, drawn("gold", 5, 1))
	c, err := ReadSums(bytes.NewReader(text), "x")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		asJSON bool
		now    []byte
		want   string
	}{{false, text[:len(text)/2], "x: the file was changed"}, {true, text, "x: want rows in the form"}} {
		w := NewWriter(io.Discard, c.Header, tc.asJSON)
		err := Join(w, []*Content{c}, func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(tc.now)), nil })
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%v, want %s", err, tc.want)
		}
	}
}
