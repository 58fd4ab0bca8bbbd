package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFailUnder: a limit on a score that is better low is an upper limit.
func TestFailUnder(t *testing.T) {
	gold, system := "../../examples/craft.gold.mrg", "../../examples/craft.berkeley.mrg"
	deps := []string{"-m", "lin", "--as", "deps", "--heads", "collins"} // error rate 13.04, 713 errors
	for _, tt := range []struct {
		limit string
		more  []string
		want  int
	}{
		{"error_rate=10", deps, 1},
		{"error_rate=20", deps, 0},
		{"error_count=700", deps, 1},
		{"error_count=800", deps, 0},
		{"f1=80", nil, 0},
		{"f1=90", nil, 1},
		{"average_crossing=1", nil, 1},
		{"average_crossing=5", nil, 0},
	} {
		args := append([]string{"score", "-q", gold, system, "--fail-under", tt.limit}, tt.more...)
		if code := run(context.Background(), args, strings.NewReader(""), io.Discard, io.Discard); code != tt.want {
			t.Errorf("--fail-under %s ends with %d, want %d", tt.limit, code, tt.want)
		}
	}
}

// TestQuietKeepsTheReason: with -q too, standard error gives the reason of an exit status other than 0,
// unless standard output does.
func TestQuietKeepsTheReason(t *testing.T) {
	const examples = "../../examples/"
	dir := t.TempDir()
	for name, text := range map[string]string{"bad.conllu": "1\ta\t_\tX\t_\t_\tx\troot\t_\t_\n\n",
		"base.json": `{"results": [{"system": "s", "metric": "evalb", "scores": {"f1": 0.99}}]}`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	bad := filepath.Join(dir, "bad.conllu")
	trees := []string{examples + "craft.gold.mrg", examples + "craft.berkeley.mrg"}
	for _, tt := range []struct {
		args   []string
		status int
		want   string
	}{
		{append([]string{"score", "--fail-under", "f1=95"}, trees...), 1, "want at least 95"},
		{append([]string{"score", "--baseline", filepath.Join(dir, "base.json")}, trees...), 1, "want at least 99"},
		{append([]string{"score", "--strict", "--format", "json"}, trees...), 4, "unscorable"},
		{[]string{"score", bad, bad, "-m", "conllx"}, 3, "no sentence was scored"},
		{[]string{"errors", bad, bad, "-m", "conllx"}, 3, "no sentence was scored"},
		{[]string{"convert", bad, "-t", "conllx"}, 3, "1 of 1 sentence could not be converted"},
		{[]string{"validate", bad}, 1, "want the number of a word"},
	} {
		out, errs, code := attempted(append(tt.args, "-q")...)
		if code != tt.status || !strings.Contains(errs+out, tt.want) {
			t.Errorf("%s -q: status %d, want %d and %q, found\n%s%.300s", strings.Join(tt.args, " "), code, tt.status, tt.want, errs, out)
		}
	}
}
