package dashtag

import (
	"slices"
	"testing"
)

// TestParts: labels of the Penn Treebank, taken apart by eye.
func TestParts(t *testing.T) {
	for _, tc := range []struct {
		label, category string
		functions       []string
		before, index   string
	}{
		{"NP", "NP", nil, "NP", ""},
		{"NP-SBJ-1", "NP", []string{"SBJ"}, "NP-SBJ", "1"},
		{"PP-LOC-PRD=2", "PP", []string{"LOC", "PRD"}, "PP-LOC-PRD", ""},
		{"NP-SBJ-1=2", "NP", []string{"SBJ"}, "NP-SBJ", "1"},
		{"NP=2-TMP", "NP", []string{"TMP"}, "NP", ""},
		{"-NONE-", "-NONE-", nil, "-NONE-", ""},
		{"*T*-12", "*T*", nil, "*T*", "12"},
		{"0", "0", nil, "0", ""},
		{"", "", nil, "", ""},
	} {
		before, index := Index(tc.label)
		if Category(tc.label) != tc.category || !slices.Equal(Functions(tc.label), tc.functions) || before != tc.before || index != tc.index {
			t.Errorf("%s: %s %v, %s %s", tc.label, Category(tc.label), Functions(tc.label), before, index)
		}
	}
}

// TestMatch: equal keys are matched one to one, empty ones never.
func TestMatch(t *testing.T) {
	gold, system := Match([]string{"a", "", "a", "b"}, []string{"", "a", "c", "a", "a"})
	if !slices.Equal(gold, []int32{1, -1, 3, -1}) || !slices.Equal(system, []int32{-1, 0, -1, 2, -1}) {
		t.Error(gold, system)
	}
	if Key([]int32{1, 2}, "a", "b") == Key([]int32{1, 2}, "ab", "") {
		t.Error("different names have one key")
	}
}
