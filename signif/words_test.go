package signif

import (
	"math/bits"
	"testing"
)

// plainSample is the plain twin of sample for one exchange: it draws each word when it needs it.
func plainSample(e *exchange, two bool, n int, opt Options) (count int) {
	segs, sumM, sumT := e.segments()
	limit := e.limit(two)
	for chunk := range (n + shuffleChunk - 1) / shuffleChunk {
		rng := opt.stream(forShuffles, chunk)
		for range min(n-chunk*shuffleChunk, shuffleChunk) {
			var m, t int64
			for i := 0; i < len(segs); i++ {
				word := rng.Uint64()
				for {
					ones := int64(bits.OnesCount64(word & segs[i].mask))
					m += ones * (segs[i].weight - int64(int32(segs[i].weight))) >> 32
					t += ones * int64(int32(segs[i].weight))
					if segs[i].last {
						break
					}
					i++
				}
			}
			if limit.reached(2*m-sumM, 2*t-sumT) {
				count++
			}
		}
	}
	return count
}

func sampleOne(e *exchange, two bool, n int, opt Options) int {
	return sample([]*exchange{e}, two, n, opt)[0]
}

// Tests that share their random numbers give what each of them gives alone.
func TestRandomizeAll(t *testing.T) {
	var pairs []Pairing
	for seed, units := range []int{300, 30, 2000, 5, 64, 129} {
		a, b := made(units, uint64(seed))
		pairs = append(pairs, Pairing{a, b}, Pairing{b, a})
	}
	same, _ := made(40, 1)
	pairs = append(pairs, Pairing{same, same})
	for _, alt := range []Alternative{TwoSided, Greater, Less} {
		opt := Options{Alternative: alt, Shuffles: 2500}
		for i, test := range RandomizeAll(pairs, opt) {
			alone := Randomize(pairs[i].A, pairs[i].B, opt)
			if test.P != alone.P && test.P == test.P || test.Count != alone.Count || test.Method != alone.Method {
				t.Errorf("%v, pair %d: %+v together, %+v alone", alt, i, test, alone)
			}
			if test.Method != Sampling {
				continue
			}
			e, _ := newExchange(pairs[i].A, pairs[i].B)
			if alt == Less {
				e.reverse()
			}
			if want := plainSample(e, alt == TwoSided, 2500, opt); test.Count != want {
				t.Errorf("%v, pair %d: %d extreme shuffles, want %d", alt, i, test.Count, want)
			}
		}
	}
}

// Readers of a stream read its words from the beginning, those that are kept and those after them.
func TestSharedWords(t *testing.T) {
	var want []uint64
	rng := Options{}.stream(forShuffles, 7)
	for range 100 {
		want = append(want, rng.Uint64())
	}
	for _, kept := range []int{0, 1, 10, 99, 200} {
		shared := newSharedWords(Options{}.stream(forShuffles, 7), kept)
		for size := 1; size < 20; size++ {
			reader := shared.reader()
			for at := 0; at+size <= len(want); at += size {
				for i, word := range reader.next(size) {
					if word != want[at+i] {
						t.Fatalf("%d kept, %d at a time: word %d differs", kept, size, at+i)
					}
				}
			}
		}
	}
}
