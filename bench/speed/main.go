//go:build unix

// Command speed measures the CPU time of shuffles and resamples on one core, on a
// table of counts: a header line, then for each sentence its number, brackets of
// gold, brackets and matches of system A, brackets and matches of B.
//
//	go run ./bench/speed TABLE
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"assay/signif"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: speed TABLE")
		os.Exit(2)
	}
	a, b, err := read(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(3)
	}
	fmt.Printf("%-45s %10s %10s\n", "", "CPU ms", "bar ms")
	for _, n := range []struct {
		units int
		bar   string
	}{{2416, "5"}, {40000, "50"}} {
		x, y := repeat(a, n.units), repeat(b, n.units)
		show(fmt.Sprintf("10,000 shuffles of F1, %d sentences", n.units), n.bar, func() {
			signif.Randomize(x, y, signif.Options{Shuffles: 10_000})
		})
	}
	for _, units := range []int{2416, 40000} {
		x, y := repeat(a, units), repeat(b, units)
		y.Den = x.Den // any shared denominators: the exact test
		show(fmt.Sprintf("exact test of recall, %d sentences", units), "",
			func() { signif.Randomize(x, y, signif.Options{}) })
	}
	x, y := repeat(a, 2416), repeat(b, 2416)
	show("BCa of F1, 9,999 resamples, 2416 sentences", "100", func() { signif.BCa(x, true, signif.Options{}) })
	show("BCa of the difference, the same", "", func() { signif.BCaDifference(x, y, signif.Options{}) })
}

// show prints the least CPU time of several runs.
func show(what, bar string, f func()) {
	best := time.Hour
	for range 9 {
		begin := cpu()
		f()
		best = min(best, cpu()-begin)
	}
	fmt.Printf("%-45s %10.2f %10s\n", what, float64(best.Microseconds())/1000, bar)
}

func cpu() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(1)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// read returns the F1 of both systems.
func read(path string) (a, b signif.Ratio, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return a, b, err
	}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		fields := strings.Split(line, "\t")
		if i == 0 {
			continue
		}
		if len(fields) != 6 {
			return a, b, fmt.Errorf("%s:%d: want 6 columns, found %d", path, i+1, len(fields))
		}
		var v [6]float64
		for k := range fields {
			if v[k], err = strconv.ParseFloat(fields[k], 64); err != nil {
				return a, b, fmt.Errorf("%s:%d: %w", path, i+1, err)
			}
		}
		a.Num, a.Den = append(a.Num, 2*v[3]), append(a.Den, v[1]+v[2])
		b.Num, b.Den = append(b.Num, 2*v[5]), append(b.Den, v[1]+v[4])
	}
	return a, b, nil
}

func repeat(r signif.Ratio, n int) signif.Ratio {
	var out signif.Ratio
	for len(out.Num) < n {
		out.Num, out.Den = append(out.Num, r.Num...), append(out.Den, r.Den...)
	}
	return signif.Ratio{Num: out.Num[:n], Den: out.Den[:n]}
}
