package perl

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// KeyOrder returns names in the order of keys(%hash) of Perl 5.36 with PERL_HASH_SEED=0 and PERL_PERTURB_KEYS=0, with
// which the reports that this project compares with were recorded; else the order is another one in every run of
// Perl. Names of up to 24 bytes, which Perl hashes by other tables, keep their order, before the others.
func KeyOrder(names []string) (out []string) {
	type entry struct {
		hash uint32
		name string
	}
	buckets, n := make([][]entry, 8), 0 // a new entry is the first of its bucket
	for _, name := range names {
		if len(name) <= 24 {
			out = append(out, name)
			continue
		}
		h := hash([]byte(name))
		at := int(h) & (len(buckets) - 1)
		buckets[at] = slices.Insert(buckets[at], 0, entry{h, name})
		n++
		if len(buckets[at]) < 2 || 3*n <= 2*len(buckets) {
			continue
		}
		old := len(buckets)
		buckets = append(buckets, make([][]entry, old)...)
		for i, list := range buckets[:old] {
			buckets[i] = nil
			for _, e := range list {
				if at := int(e.hash) & (2*old - 1); at == i {
					buckets[i] = append(buckets[i], e)
				} else {
					buckets[at] = slices.Insert(buckets[at], 0, e)
				}
			}
		}
	}
	for _, list := range slices.Backward(buckets) {
		for _, e := range list {
			out = append(out, e.name)
		}
	}
	return out
}

// hash is SipHash-1-3 with a key of zeros, folded to 32 bits.
func hash(text []byte) uint32 {
	v0, v1, v2, v3 := uint64(0x736f6d6570736575), uint64(0x646f72616e646f6d), uint64(0x6c7967656e657261), uint64(0x7465646279746573)
	round := func() {
		v0 += v1
		v1 = bits.RotateLeft64(v1, 13) ^ v0
		v0 = bits.RotateLeft64(v0, 32)
		v2 += v3
		v3 = bits.RotateLeft64(v3, 16) ^ v2
		v0 += v3
		v3 = bits.RotateLeft64(v3, 21) ^ v0
		v2 += v1
		v1 = bits.RotateLeft64(v1, 17) ^ v2
		v2 = bits.RotateLeft64(v2, 32)
	}
	last := uint64(len(text)) << 56
	for ; len(text) >= 8; text = text[8:] {
		word := binary.LittleEndian.Uint64(text)
		v3 ^= word
		round()
		v0 ^= word
	}
	for i, c := range text {
		last |= uint64(c) << (8 * i)
	}
	v3 ^= last
	round()
	v0 ^= last
	v2 ^= 0xff
	round()
	round()
	round()
	sum := v0 ^ v1 ^ v2 ^ v3
	return uint32(sum) ^ uint32(sum>>32)
}
