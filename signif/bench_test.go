package signif

import "testing"

func repeated(r Ratio, n int) Ratio {
	var out Ratio
	for len(out.Num) < n {
		out.Num, out.Den = append(out.Num, r.Num...), append(out.Den, r.Den...)
	}
	return Ratio{out.Num[:n], out.Den[:n]}
}

func BenchmarkShuffles(b *testing.B) {
	c := column(b, "f1_2416.tsv")
	ratio, y := c.score(b, "a", "f1"), c.score(b, "b", "f1")
	for _, n := range []struct {
		name  string
		units int
	}{{"units=2416", 2416}, {"units=40000", 40000}} {
		b.Run(n.name, func(b *testing.B) {
			x, y := repeated(ratio, n.units), repeated(y, n.units)
			b.ReportAllocs()
			for b.Loop() {
				Randomize(x, y, Options{Shuffles: 10_000})
			}
			b.ReportMetric(10_000*float64(b.N)/b.Elapsed().Seconds(), "shuffles/s")
		})
	}
}

func BenchmarkBCa(b *testing.B) {
	c := column(b, "f1_2416.tsv")
	ratio, y := c.score(b, "a", "f1"), c.score(b, "b", "f1")
	b.Run("one", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			BCa(ratio, true, Options{})
		}
	})
	b.Run("four ratios, two systems", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			Resample([]Ratio{ratio, y, ratio, y, ratio, y, ratio, y}, Options{})
		}
	})
	b.Run("four ratios, two systems, 40000 units", func(b *testing.B) {
		x, y := repeated(ratio, 40_000), repeated(y, 40_000)
		b.ReportAllocs()
		for b.Loop() {
			Resample([]Ratio{x, y, x, y, x, y, x, y}, Options{Resamples: 1000})
		}
	})
	b.Run("difference", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			BCaDifference(ratio, y, Options{})
		}
	})
}

func BenchmarkExact(b *testing.B) {
	c := column(b, "f1_2416.tsv")
	ratio, y := c.score(b, "a", "recall"), c.score(b, "b", "recall")
	for _, n := range []struct {
		name  string
		units int
	}{{"units=2416", 2416}, {"units=40000", 40000}} {
		b.Run(n.name, func(b *testing.B) {
			x, y := repeated(ratio, n.units), repeated(y, n.units)
			b.ReportAllocs()
			for b.Loop() {
				Randomize(x, y, Options{})
			}
		})
	}
}
