package web_test

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"
)

type rgb [3]float64 // linear light, 0 to 1

func hex(t *testing.T, s string) (c rgb) {
	t.Helper()
	if len(s) == 4 {
		s = "#" + strings.Repeat(s[1:2], 2) + strings.Repeat(s[2:3], 2) + strings.Repeat(s[3:4], 2)
	}
	var v [3]int
	if _, err := fmt.Sscanf(s, "#%02x%02x%02x", &v[0], &v[1], &v[2]); err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	for i, x := range v {
		u := float64(x) / 255
		if c[i] = u / 12.92; u > 0.04045 {
			c[i] = math.Pow((u+0.055)/1.055, 2.4)
		}
	}
	return c
}

// contrast is the contrast ratio of WCAG 2.1.
func contrast(a, b rgb) float64 {
	light := func(c rgb) float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] + 0.05 }
	x, y := light(a), light(b)
	return max(x, y) / min(x, y)
}

// sights are normal sight and the three dichromacies: the matrices of Machado,
// Oliveira and Fernandes (2009) for severity 1.0, over linear RGB.
var sights = map[string][3]rgb{
	"normal": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protan": {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deutan": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritan": {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

func seen(c rgb, sight [3]rgb) (out rgb) {
	for i, row := range sight {
		out[i] = min(1, max(0, row[0]*c[0]+row[1]*c[1]+row[2]*c[2]))
	}
	return out
}

// lab is CIELAB under D65.
func lab(c rgb) (l, a, b float64) {
	f := func(v float64) float64 {
		if v > 216.0/24389 {
			return math.Cbrt(v)
		}
		return (24389.0/27*v + 16) / 116
	}
	x := f((0.4124564*c[0] + 0.3575761*c[1] + 0.1804375*c[2]) / 0.95047)
	y := f(0.2126729*c[0] + 0.7151522*c[1] + 0.0721750*c[2])
	z := f((0.0193339*c[0] + 0.1191920*c[1] + 0.9503041*c[2]) / 1.08883)
	return 116*y - 16, 500 * (x - y), 200 * (y - z)
}

// ciede2000 is the colour difference of CIE 142-2001, after Sharma, Wu and Dalal (2005).
func ciede2000(l1, a1, b1, l2, a2, b2 float64) float64 {
	rad, p7 := math.Pi/180, math.Pow(25, 7)
	mean := (math.Hypot(a1, b1) + math.Hypot(a2, b2)) / 2
	g := 0.5 * (1 - math.Sqrt(math.Pow(mean, 7)/(math.Pow(mean, 7)+p7)))
	a1, a2 = a1*(1+g), a2*(1+g)
	c1, c2 := math.Hypot(a1, b1), math.Hypot(a2, b2)
	angle := func(a, b float64) float64 {
		if a == 0 && b == 0 {
			return 0
		}
		h := math.Atan2(b, a) / rad
		if h < 0 {
			h += 360
		}
		return h
	}
	h1, h2 := angle(a1, b1), angle(a2, b2)
	dh, hm := h2-h1, h1+h2
	if c1*c2 == 0 {
		dh = 0
	} else {
		switch {
		case math.Abs(h1-h2) <= 180:
			hm /= 2
		case h1+h2 < 360:
			hm = (hm + 360) / 2
		default:
			hm = (hm - 360) / 2
		}
		if dh > 180 {
			dh -= 360
		} else if dh < -180 {
			dh += 360
		}
	}
	big := 2 * math.Sqrt(c1*c2) * math.Sin(dh/2*rad)
	lm, cm := (l1+l2)/2, (c1+c2)/2
	tt := 1 - 0.17*math.Cos((hm-30)*rad) + 0.24*math.Cos(2*hm*rad) + 0.32*math.Cos((3*hm+6)*rad) - 0.20*math.Cos((4*hm-63)*rad)
	turn := 30 * math.Exp(-math.Pow((hm-275)/25, 2))
	rc := 2 * math.Sqrt(math.Pow(cm, 7)/(math.Pow(cm, 7)+p7))
	sl := 1 + 0.015*(lm-50)*(lm-50)/math.Sqrt(20+(lm-50)*(lm-50))
	sc, sh := 1+0.045*cm, 1+0.015*cm*tt
	x, y, z := (l2-l1)/sl, (c2-c1)/sc, big/sh
	return math.Sqrt(x*x + y*y + z*z - math.Sin(2*turn*rad)*rc*y*z)
}

// The pairs of Sharma, Wu and Dalal (2005), table 1.
func TestCIEDE2000(t *testing.T) {
	for _, c := range [][7]float64{
		{50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425},
		{50, 3.1571, -77.2803, 50, 0, -82.7485, 2.8615},
		{50, 2.8361, -74.0200, 50, 0, -82.7485, 3.4412},
		{50, -1.3802, -84.2814, 50, 0, -82.7485, 1.0000},
		{50, 0, 0, 50, -1, 2, 2.3669},
		{50, 2.5, 0, 50, 0, -2.5, 4.3065},
		{50, 2.5, 0, 73, 25, -18, 27.1492},
		{50, 2.5, 0, 61, -5, 29, 22.8977},
		{50, 2.5, 0, 56, -27, -3, 31.9030},
		{50, 2.5, 0, 58, 24, 15, 19.4535},
		{60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644},
		{2.0776, 0.0795, -1.1350, 0.9033, -0.0636, -0.5514, 0.9082},
	} {
		if got := ciede2000(c[0], c[1], c[2], c[3], c[4], c[5]); math.Abs(got-c[6]) > 0.00005 {
			t.Errorf("%v: %.4f, want %.4f", c[:6], got, c[6])
		}
	}
}

// Colours of marks and of systems have a contrast of 3:1 with the page in both themes,
// and keep apart for colour-blind eyes.
func TestPalette(t *testing.T) {
	css, err := os.ReadFile("assets/page.css")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile(`color-scheme:(?:light|dark);([^}]*)}`).FindAllStringSubmatch(string(css), -1)
	if len(blocks) != 3 {
		t.Fatalf("%d themes in page.css, want light, dark and chosen dark", len(blocks))
	}
	if blocks[1][1] != blocks[2][1] {
		t.Error("the dark theme of the system and the chosen one differ")
	}
	for i, theme := range []string{"light", "dark"} {
		colour := map[string]rgb{}
		for _, m := range regexp.MustCompile(`--(\w+):(#[0-9a-f]+)`).FindAllStringSubmatch(blocks[i][1], -1) {
			colour[m[1]] = hex(t, m[2])
		}
		marks, systems := []string{"ochre", "purple", "red", "teal"}, []string{"c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"}
		for _, name := range append(append([]string{"agree", "accent"}, marks...), systems...) {
			for _, ground := range []string{"page", "panel"} {
				if c := contrast(colour[name], colour[ground]); !(c >= 3) {
					t.Errorf("%s: contrast of %s with %s is %.2f, want 3", theme, name, ground, c)
				}
			}
		}
		apart(t, theme, "marks", append([]string{"agree"}, marks...), colour, 10)
		apart(t, theme, "systems", systems, colour, 11)
		// most reports have four systems at most: theirs differ clearly for normal sight
		for i, x := range systems[:4] {
			for _, y := range systems[:i] {
				l1, a1, b1 := lab(colour[x])
				l2, a2, b2 := lab(colour[y])
				if d := ciede2000(l1, a1, b1, l2, a2, b2); d < 20 {
					t.Errorf("%s: %s and %s differ by %.1f, want 20", theme, x, y, d)
				}
			}
		}
	}
}

// apart checks that colours differ by at least that much for every sight.
func apart(t *testing.T, theme, kind string, names []string, colour map[string]rgb, least float64) {
	t.Helper()
	nearest, pair := math.Inf(1), ""
	for sight, matrix := range sights {
		for i, x := range names {
			for _, y := range names[:i] {
				l1, a1, b1 := lab(seen(colour[x], matrix))
				l2, a2, b2 := lab(seen(colour[y], matrix))
				if d := ciede2000(l1, a1, b1, l2, a2, b2); d < nearest {
					nearest, pair = d, x+" and "+y+" for "+sight+" sight"
				}
			}
		}
	}
	t.Logf("%s, %s: nearest %.1f, %s", theme, kind, nearest, pair)
	if nearest < least {
		t.Errorf("%s, %s: %s differ by %.1f, want %.0f", theme, kind, pair, nearest, least)
	}
}
