package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/internal/shared"
)

// sliced is the part of slices --format json that tests look at.
type sliced struct {
	Items  int
	Slices []struct {
		Where     string
		All       [2]float64
		Confirmed bool
	}
}

// slicesOf runs assay slices. A measure of sentences alone, or too few items for any condition, is
// one line and status 2; nothing wrong is one line and status 0.
func slicesOf(t *testing.T, args ...string) (*sliced, string) {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(context.Background(), args, strings.NewReader(""), &out, &errs)
	switch {
	case code == 0 && out.Len() == 0:
		return nil, ""
	case code == 2 && strings.Contains(errs.String(), "counts no items in these files"):
		t.Fatalf("assay %s: %s", strings.Join(args, " "), errs.String())
	case code == 2 && strings.Count(errs.String(), "\n") <= 2:
		return nil, ""
	case code != 0:
		t.Fatalf("assay %s: status %d: %s", strings.Join(args, " "), code, errs.String())
	}
	var s sliced
	if err := json.Unmarshal(out.Bytes(), &s); err != nil {
		t.Fatalf("assay %s: %v", strings.Join(args, " "), err)
	}
	return &s, out.String()
}

// testSlices checks that slices prints the same bytes for any number of cores, and that the
// condition of a slice selects its items, to the item.
func (c *cell) testSlices(t *testing.T, gold, a, b string) {
	explore := c.args("slices", []string{gold, a}, "--format", "json", "--explore", "--min", "10", "--min-sentences", "2", "--top", "5")
	found, text := slicesOf(t, append(explore, "-j", "1")...)
	if _, again := slicesOf(t, append(explore, "-j", "4")...); again != text {
		t.Error("-j 4 prints other bytes than -j 1")
	}
	for _, more := range [][]string{{"--side", "system"}, {"--cross"}, {"--given", "length"}, {"--sort", "errors", "--literals", "2"}} {
		slicesOf(t, c.args("slices", []string{gold, a}, append([]string{"--format", "json"}, more...)...)...)
	}
	two := c.args("slices", []string{gold, a, b}, "--format", "json")
	one, _ := slicesOf(t, append(two, "-j", "1")...)
	if both, _ := slicesOf(t, append(two, "-j", "4")...); fmt.Sprint(both) != fmt.Sprint(one) {
		t.Error("two systems: -j 4 finds other slices than -j 1")
	}
	if found == nil || !slices.Equal(c.items, bracketItems) {
		return
	}
	for _, s := range found.Slices {
		counts := c.score(t, gold, a, "--where", s.Where).Results[0].Counts
		if math.Abs(counts["gold"]-s.All[0]) > 1e-9 || math.Abs(counts["gold"]-counts["matched"]-s.All[1]) > 1e-6 {
			t.Errorf("%s: the slice has %v items and errors, --where selects %v of gold with %v matched", s.Where, s.All, counts["gold"], counts["matched"])
		}
	}
}

// TestSlicesOfPrototype: the slices of an independent prototype have its items and costs, to the item. Its
// length was that of the stretch, for two systems the first one's, and its question a last word "?".
func TestSlicesOfPrototype(t *testing.T) {
	shared.Long(t)
	ewt := func(name string) string { return shared.Path(t, "data", "dep-conll18", "en_ewt", name) }
	craft := func(name string) string { return shared.Path(t, "data", "const-craft", name) }
	for _, file := range []struct {
		name          string
		gold, metric  string
		systems       []string
		items, errors string // counts: of gold, of those that are right
	}{
		{"1-hit-scir", ewt("gold.conllu.gz"), "attachment", []string{ewt("HIT-SCIR-18.conllu.gz")}, "gold", "matched_labelled"},
		{"2-hit-loses-to-stanford", ewt("gold.conllu.gz"), "attachment", []string{ewt("HIT-SCIR-18.conllu.gz"), ewt("Stanford-18.conllu.gz")},
			"gold", "matched_labelled"},
		{"3-craft-brackets", craft("gold.clean.mrg"), "evalb", []string{craft("bllip-A.1best.mrg")}, "gold", "matched"},
	} {
		data, err := os.ReadFile(shared.Path(t, "cases", "slices", file.name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var want struct {
			Slices []struct {
				Slice []string
				All   [2]float64
			}
		}
		if err := json.Unmarshal(data, &want); err != nil {
			t.Fatal(err)
		}
		c := cell{metric: file.metric}
		for _, s := range want.Slices {
			where := strings.Join(s.Slice, ", ")
			if file.metric == "attachment" {
				where = strings.ReplaceAll(where, "length", "stretch-length")
			}
			if strings.Contains(where, "question") || len(file.systems) > 1 && strings.Contains(where, "stretch-length") {
				continue
			}
			right := []float64{}
			items := 0.0
			for _, system := range file.systems {
				counts := c.score(t, file.gold, system, "--ci", "none", "--where", "gold: "+where).Results[0].Counts
				items, right = counts[file.items], append(right, counts[file.errors])
			}
			cost := items - right[0]
			if len(right) > 1 {
				cost = right[1] - right[0]
			}
			if items != s.All[0] || cost != s.All[1] {
				t.Errorf("%s: %s: %v items, costs %v; the prototype counts %v", file.name, where, items, cost, s.All)
			}
		}
	}
}

// TestSlicesBadInput: what cannot be searched is one line with its remedy.
func TestSlicesBadInput(t *testing.T) {
	t.Chdir("../../examples")
	const ud = "slices ewt.gold.conllu ewt.udpipe-swap.conllu"
	for _, tc := range []struct {
		args string
		code int
		want string
	}{
		{ud + " --keys deprl", exitUsage, "did you mean deprel?"},
		{ud + " --keys outcome", exitUsage, "want keys of one side of an item, found outcome"},
		{ud + " --keys width", exitUsage, "no condition holds of"},
		{ud + " --keys known", exitUsage, "--train FILE names them"},
		{ud + " --min 90000", exitUsage, "is more than half of"},
		{ud + " --min few", exitUsage, "--min wants a number of items, or a share"},
		{ud + " --literals 5", exitUsage, "--literals wants 1 to 4"},
		{ud + " --by deprel", exitUsage, "slices takes no --by"},
		{ud + " --explore --cross", exitUsage, "--explore holds no data back"},
		{ud + " --part nothing", exitUsage, "has no items of part nothing"},
		{ud + " --side both", exitUsage, `unknown value of --side "both"`},
		{ud + " ewt.udpipe-projective.conllu --side system", exitUsage, "--side system takes one system"},
		{ud + " -m ud,attachment", exitUsage, "slices takes one measure"},
		{ud + " --where word=nowhere", exitUsage, "counts no items"},
		{ud + " --given deprl", exitUsage, "--given: unknown key"},
		{ud + " --where system:deprel=obl", exitUsage, "give --side system"},
		{"slices ewt.gold.conllu", exitUsage, "GOLD SYSTEM [SYSTEM2]"},
		{"slices craft.gold.mrg craft.berkeley.mrg -m parsebase", exitUsage, "only scores of sentences"},
		{"compare ewt.gold.conllu ewt.udpipe-swap.conllu ewt.udpipe-swap.conllu ewt.udpipe-projective.conllu --why", exitUsage, "--why compares two systems"},
		{"compare ewt.gold.conllu ewt.udpipe-swap.conllu ewt.udpipe-projective.conllu --why --format csv", exitUsage, "--format json has it"},
	} {
		var out, errs bytes.Buffer
		if code := run(context.Background(), strings.Fields(tc.args), strings.NewReader(""), &out, &errs); code != tc.code {
			t.Errorf("assay %s: status %d, want %d: %s", tc.args, code, tc.code, errs.String())
		}
		if !strings.Contains(errs.String(), tc.want) {
			t.Errorf("assay %s: want %q in\n%s", tc.args, tc.want, errs.String())
		}
	}
}

// TestSlicesOfAllWrong: labels of another scheme, heads that are all wrong, a system of another text.
func TestSlicesOfAllWrong(t *testing.T) {
	gold := "../../examples/ewt.gold.conllu"
	text, err := os.ReadFile(gold)
	if err != nil {
		t.Fatal(err)
	}
	changed := func(change func(fields []string)) string {
		var out strings.Builder
		for line := range strings.Lines(string(text)) {
			fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			if len(fields) == 10 && !strings.ContainsAny(fields[0], "-.") {
				change(fields)
			}
			out.WriteString(strings.Join(fields, "\t") + "\n")
		}
		name := filepath.Join(t.TempDir(), "system.conllu")
		if err := os.WriteFile(name, []byte(out.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	foreign := changed(func(f []string) { f[7] = "strange" })
	pairs := func(name, sentence string) string {
		name = filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(name, []byte(strings.Repeat(sentence, 30)), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	two := pairs("gold.conllu", "1\ta\t_\tX\t_\t_\t2\tdep\t_\t_\n2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n\n")
	heads := pairs("heads.conllu", "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n2\tb\t_\tX\t_\t_\t1\tdep\t_\t_\n\n")
	other := changed(func(f []string) { f[1] = "x" + f[1] })
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"-m attachment " + gold + " " + foreign, exitUsage, "are they of another scheme?"},
		{"-m uas " + two + " " + heads, exitUsage, "all 60 words are equally wrong"},
		{"-m uas " + two + " " + two + " " + heads, exitUsage, "the systems differ alike on all 60 words"},
		{"-m ud " + gold + " " + gold + " " + other + " --align order", exitInput, "system.conllu: no sentence was scored"},
	} {
		var out, errs bytes.Buffer
		code := run(context.Background(), append([]string{"slices"}, strings.Fields(c.args)...), strings.NewReader(""), &out, &errs)
		if code != c.code || !strings.Contains(errs.String(), c.want) {
			t.Errorf("slices %s: status %d, want %d and %q in\n%s", c.args, code, c.code, c.want, errs.String())
		}
	}
}

// TestSidesAreSaid: a condition without a side says how many items only the system's side selects.
func TestSidesAreSaid(t *testing.T) {
	t.Chdir("../../examples")
	for where, said := range map[string]bool{"deprel=obl": true, "gold: deprel=obl": false, "system: deprel=obl": false, "length>3": false} {
		var out, errs bytes.Buffer
		run(context.Background(), []string{"score", "ewt.gold.conllu", "ewt.udpipe-swap.conllu", "-m", "attachment", "--where", where},
			strings.NewReader(""), &out, &errs)
		if got := strings.Contains(errs.String(), "selected by the system's side alone"); got != said {
			t.Errorf("--where %s: says sides %t, want %t: %s", where, got, said, errs.String())
		}
	}
}

// Where nothing is wrong, every form says so or has no slice, and --quiet hides nothing of it.
func TestNothingIsWrong(t *testing.T) {
	gold, swap := "../../examples/ewt.gold.conllu", "../../examples/ewt.udpipe-swap.conllu"
	for _, c := range []struct{ args, want string }{
		{gold + " " + gold, "nothing is wrong"},
		{gold + " " + swap + " " + swap, "both systems have the same items right"},
		{gold + " " + gold + " --format json", `"slices": []`},
		{gold + " " + gold + " --format csv", "metric,loses,slice,"},
	} {
		if out, _ := command(t, strings.Fields("slices -q "+c.args)...); !strings.Contains(out, c.want) {
			t.Errorf("slices %s: want %q in\n%s", c.args, c.want, out)
		}
	}
}
