package signif

import "math"

// Items counts gold items by which of two systems gets them right (Hogenhout &
// Matsumoto 1996 §3): both, only A, only B, neither.
type Items struct{ YY, YN, NY, NN int }

// Total returns the number of gold items.
func (t Items) Total() int { return t.YY + t.YN + t.NY + t.NN }

// Expected returns the expected YY and NN if the answers of both systems were
// independent from item to item (§6).
func (t Items) Expected() (yy, nn float64) {
	n := float64(t.Total())
	a, b := float64(t.YY+t.YN), float64(t.YY+t.NY)
	return a / n * b, (n - a) / n * (n - b)
}

// Complement reports whether the systems complement each other: YN and NY are
// both relatively high (§3). The paper gives no threshold; here it is a tenth of
// the errors of the better system, which the other must get right.
func (t Items) Complement() bool {
	less := min(t.YN, t.NY)
	return less > 0 && 10*less >= less+t.NN
}

// The states of a RealTest.
const (
	RealTestOK        = "ok"
	NoDiscordantItem  = "no discordant item"
	OneSidedItems     = "YN*NY=0: real test degenerates to the discordant items"
	NegativelyRelated = "negative association: no M1,M2>=0"
	NoItems           = "no gold items"
)

// A RealTest is the part of a test that really compares two systems: the gold
// items less those that are always (M1) or never (M2) right (§6). The paper
// requires that YY-M1 and NN-M2 have their expected values under independence.
// That is one equation, (YY-M1)(NN-M2) = YN·NY, with many solutions; M1, M2 and
// Size are those of the smallest test, and the ranges cover all solutions.
//
// The paper's first equation has the denominator TTB-M1 where it must be
// TTB-M1-M2; its relation between M1 and M2 is right. The real test assumes
// independent items, and those of a sentence are not independent: see
// ClusteredZ.
type RealTest struct {
	Status          string // RealTestOK; else the figures below are unset (but Size if OneSidedItems)
	Symmetric       bool   // the remaining items both and neither get right are equally many
	M1, M2          float64
	M1Int, M2Int    int // rounded
	Size            float64
	SizeInt         int // of the rounded M1 and M2
	SizeLow         float64
	SizeHigh        float64
	Pa, Pb          float64 // share of the real test that each gets right
	Z               float64 // of two binomials, variance not pooled
	ZPooled         float64
	ZLow, ZHigh     float64 // range of Z over all solutions
	DiscordantItems int
}

// NewRealTest finds the real test of items.
func NewRealTest(t Items) RealTest {
	yy, yn, ny, nn := float64(t.YY), float64(t.YN), float64(t.NY), float64(t.NN)
	result := RealTest{DiscordantItems: t.YN + t.NY}
	switch {
	case t.Total() == 0:
		result.Status = NoItems
		return result
	case t.YN+t.NY == 0:
		result.Status = NoDiscordantItem
		return result
	case t.YN == 0 || t.NY == 0:
		result.Status, result.Size, result.SizeInt = OneSidedItems, yn+ny, t.YN+t.NY
		return result
	case yy*nn < yn*ny:
		result.Status = NegativelyRelated
		return result
	}
	result.Status = RealTestOK
	y := math.Sqrt(yn * ny)
	n := y
	result.Symmetric = y <= yy && y <= nn
	switch {
	case y > nn:
		n, y = nn, yn*ny/nn
	case y > yy:
		y, n = yy, yn*ny/yy
	}
	result.M1, result.M2 = yy-y, nn-n
	result.M1Int, result.M2Int = int(math.Floor(result.M1+0.5)), int(math.Floor(result.M2+0.5))
	s, d := yn+ny, ny-yn
	result.Size = y + s + n
	result.SizeInt = t.Total() - result.M1Int - result.M2Int
	result.SizeLow = result.Size
	result.SizeHigh = max(yn*ny/nn+s+nn, yy+s+yn*ny/yy)
	result.Pa, result.Pb = (y+yn)/result.Size, (y+ny)/result.Size
	z := func(size, share float64) float64 { return d / math.Sqrt(s-share*d*d/size) }
	result.Z, result.ZPooled = z(result.Size, 1), z(result.Size, 0.5)
	near, far := z(result.SizeLow, 1), z(result.SizeHigh, 1)
	result.ZLow, result.ZHigh = min(near, far), max(near, far)
	return result
}

// ClusteredZ returns the z of the items' difference with the sentence as unit,
// and the factor by which the variance exceeds that of independent items. The
// slices hold, per sentence, the items that only A and that only B gets right.
func ClusteredZ(onlyA, onlyB []float64) (z, designEffect float64) {
	var d, square, s float64
	for i := range onlyA {
		x := onlyB[i] - onlyA[i]
		d += x
		square += x * x
		s += onlyA[i] + onlyB[i]
	}
	return d / math.Sqrt(square), square / s
}
