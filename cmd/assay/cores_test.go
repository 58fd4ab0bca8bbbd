package main

import (
	"context"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"assay/study"
)

// TestCores: the program begins on one core; each command takes all, or as many as --jobs says.
func TestCores(t *testing.T) {
	gold, system := "../../examples/craft.gold.mrg", "../../examples/craft.bllip-20.mrg"
	for _, tt := range []struct {
		args  []string
		cores int
	}{
		{[]string{"score", gold, system}, math.MaxInt},
		{[]string{"score", gold, system, "-j", "0"}, math.MaxInt},
		{[]string{"score", gold, system, "-j", "1"}, 1},
		{[]string{"score", "--jobs=3", gold, system}, 3},
		{[]string{"compare", gold, system, system, "-j1"}, 1},
		{[]string{"convert", gold, "-t", "penn"}, math.MaxInt},
	} {
		taken := []int{}
		a := &app{Files: study.Files{Context: context.Background(), Stdin: strings.NewReader("")}, takeCores: func(n int) { taken = append(taken, n) }}
		if code := a.start(tt.args, io.Discard, io.Discard); code != exitOK || !slices.Equal(taken, []int{tt.cores}) {
			t.Errorf("%v: status %d, cores %d, want %d once", tt.args, code, taken, tt.cores)
		}
	}
	var check func(c *cobra.Command)
	check = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			if sub.PersistentPreRun != nil || sub.PersistentPreRunE != nil {
				t.Errorf("%s has a step before it runs that takes the place of the one that takes cores", sub.CommandPath())
			}
			check(sub)
		}
	}
	check((&app{Files: study.Files{Context: context.Background()}}).root(""))
}
