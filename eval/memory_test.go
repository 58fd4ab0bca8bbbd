package eval

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// words returns n sentences whose tags depend on tag; every seventh is a fault.
func words(n int, tag func(i int) int) string {
	var text strings.Builder
	for i := range n {
		if i%7 == 3 {
			text.WriteString("!\n")
			continue
		}
		fmt.Fprintf(&text, "w/%c v/%c\n", 'A'+tag(i)%5, 'A'+i%3)
	}
	return text.String()
}

// TestMemory: runs with one memory have the results of runs without, whatever changes
// between them.
func TestMemory(t *testing.T) {
	plain := func(i int) int { return i }
	other := func(i int) int { return i * i }
	gold := words(900, plain)
	var memory Memory
	for k, tt := range []struct {
		gold, system string
		opt          Options
	}{
		{gold, words(900, other), Options{}},
		{gold, words(900, other), Options{}},
		{gold, words(900, func(i int) int { return i / 100 }), Options{}},
		{gold, "w/X\n" + words(899, other), Options{}},                  // all but the first in other lines
		{"w/X v/Y\n" + words(899, plain), words(900, other), Options{}}, // another gold
		{gold, words(900, other), Options{By: []Key{byTag{}, byWords{}}}},
		{gold, words(900, other), Options{Jobs: 1}},
		{gold, words(700, other), Options{Jobs: 5}},
		{strings.ReplaceAll(gold, "/B", "/C"), words(900, other), Options{}},
		{gold, strings.ReplaceAll(words(900, other), " ", "\n"), Options{}}, // paired by text
		{gold, words(900, other), Options{OnError: OnErrorSkip}},
	} {
		want := mustRun(t, tt.gold, tt.system, tt.opt)
		with := tt.opt
		with.Memory = &memory
		got := mustRun(t, tt.gold, tt.system, with)
		if !reflect.DeepEqual(got.Counts[0].Rows(), want.Counts[0].Rows()) || !reflect.DeepEqual(got.Problems, want.Problems) ||
			!reflect.DeepEqual(got.Units, want.Units) || !reflect.DeepEqual(got.Counts[0].Groups, want.Counts[0].Groups) || got.Why != want.Why {
			t.Errorf("run %d differs from that without a memory", k+1)
		}
	}
}

// TestMemoryIsUsed: a sentence whose text has not changed is not parsed again, one with
// another text or another line is.
func TestMemoryIsUsed(t *testing.T) {
	var memory Memory
	opt := Options{Jobs: 1, Memory: &memory}
	right := func(gold, system string) float64 { return mustRun(t, gold, system, opt).Counts[0].Sum()[0] }
	const gold, system = "a/X b/Y\nc/X\n", "a/X b/X\nc/X\n"
	if n := right(gold, system); n != 2 {
		t.Fatalf("%v words are right, want 2", n)
	}
	page := memory.shelves[0].pages[0][1] // gold's second sentence
	page.sentence.Tokens[0].Tag = 0
	if n := right(gold, system); n != 1 {
		t.Errorf("%v words are right, want 1: the second sentence was parsed again", n)
	}
	if n := right("a/X b/Y\nd/X\n", "a/X b/X\nd/X\n"); n != 2 {
		t.Errorf("%v words are right, want 2: a changed text was not parsed", n)
	}
	page.sentence.Tokens[0].Tag = 0
	page.piece.Line++
	if n := right("a/X b/Y\nd/X\n", "a/X b/X\nd/X\n"); n != 2 {
		t.Errorf("%v words are right, want 2: a sentence of another line was not parsed", n)
	}
}

// TestMemoryIsLimited: a shelf takes no more text than it may hold.
func TestMemoryIsLimited(t *testing.T) {
	var memory Memory
	line := "w/" + strings.Repeat("X", 1<<20) + "\n"
	text := strings.Repeat(line, 12)
	for range 2 {
		mustRun(t, text, text, Options{Jobs: 1, Memory: &memory})
	}
	shelf := memory.shelves[0]
	size := 0
	for _, pages := range shelf.pages {
		for _, page := range pages {
			size += len(page.piece.Text)
		}
	}
	if size != shelf.size || size > rememberedBytes || size < rememberedBytes/2 {
		t.Errorf("a shelf holds %d bytes, counted as %d; at most %d", size, shelf.size, rememberedBytes)
	}
}
