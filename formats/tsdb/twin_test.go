package tsdb

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestIdentifiers: a list of growing numbers gives the places that a table gives, with
// identifiers of every kind and in any order.
func TestIdentifiers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	kinds := []func(i int) string{
		func(i int) string { return strconv.Itoa(i) },
		func(i int) string { return strconv.Itoa(3 * i) },
		func(i int) string { return strconv.Itoa(i + random.IntN(3)) },
		func(i int) string {
			return []string{"", "0", "00", "-1", "x", "7", "07", "999999999999999999", "9999999999999999999"}[random.IntN(9)]
		},
	}
	for round := range 2000 {
		var fast identifiers
		table := map[string]int32{}
		usual := random.IntN(3)
		for i := range random.IntN(40) {
			kind := usual
			if round%2 == 1 && random.IntN(10) == 0 {
				kind = 3
			}
			id := kinds[kind](i)
			want, found := table[id]
			if !found {
				want = int32(len(table))
				table[id] = want
			}
			if place, fresh := fast.add([]byte(id)); place != want || fresh == found {
				t.Fatalf("add %q: %d, new %v; want %d, new %v", id, place, fresh, want, !found)
			}
			for range 3 {
				id := kinds[random.IntN(4)](random.IntN(45))
				want, found := table[id]
				if place, ok := fast.find([]byte(id)); ok != found || ok && place != want {
					t.Fatalf("find %q: %d, %v; want %d, %v", id, place, ok, want, found)
				}
			}
		}
		seen := map[string]int32{}
		fast.each(func(id []byte, place int32) { seen[string(id)] = place })
		if fmt.Sprint(seen) != fmt.Sprint(table) {
			t.Fatalf("each: %v, want %v", seen, table)
		}
	}
}

// TestAfter: skipping fields by eight bytes gives what splitting gives.
func TestAfter(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		row := make([]byte, random.IntN(40))
		for i := range row {
			row[i] = "@@ab\x00\xc0\xbf?A\x80"[random.IntN(10)]
		}
		fields := bytes.Split(row, []byte{'@'})
		for n := range len(fields) + 2 {
			got := after(row, n)
			if n >= len(fields) {
				if got != nil {
					t.Fatalf("%q, %d: %q, want none", row, n, got)
				}
				continue
			}
			if want := bytes.Join(fields[n:], []byte{'@'}); got == nil || !bytes.Equal(got, want) {
				t.Fatalf("%q, %d: %q, want %q", row, n, got, want)
			}
		}
	}
}
