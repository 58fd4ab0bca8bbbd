package entry

import (
	"fmt"
	"testing"

	"assay/eval"
)

type size uint8

func (s size) String() string { return [...]string{"small", "large", "huge"}[s] }

type options struct {
	strict, quiet bool
	size          size
	words         int
	types         []string
}

func (o *options) settings() []Option {
	return []Option{
		Flag(&o.strict, "strict", "no", "yes", "").As("rigid"),
		Flag(&o.quiet, "quiet", "off", "on", "").Quiet(),
		Choice(&o.size, "size", "", size(0), size(1), size(2)),
		Number(&o.words, "words", "a number from 1 to 9", 1, 9, "").Else("none"),
		Split(&o.types, "types", "+", ""),
	}
}

// TestBound: options begin with those of the preset, set their fields, show them in signatures, and name their defaults first.
func TestBound(t *testing.T) {
	maker := Bound[options]{
		Preset: func(name string) options { return options{size: map[string]size{"": 1, "tiny": 0}[name]} },
		Load: func(o *options, c Config) error {
			if c.Params == "nosuch" {
				return fmt.Errorf("no file %s", c.Params)
			}
			return nil
		},
		Settings: (*options).settings,
		Make:     func(o options) *eval.Measure { return &eval.Measure{Signature: "m" + Cite(o.settings())} },
	}
	for _, tt := range []struct {
		config Config
		want   string
	}{
		{Config{}, "m|rigid:no|size:large|words:none"},
		{Config{Preset: "tiny"}, "m|rigid:no|size:small|words:none"},
		{Config{Preset: "tiny", Set: map[string]string{"size": "huge", "strict": "yes", "quiet": "on", "words": "7", "types": "NP+VP"}},
			"m|rigid:yes|quiet:on|size:huge|words:7|types:NP+VP"},
		{Config{Set: map[string]string{"types": ""}}, "m|rigid:no|size:large|words:none"},
		{Config{Set: map[string]string{"words": "10"}}, `want a number from 1 to 9 after words=, found "10"`},
		{Config{Set: map[string]string{"words": "x"}}, `want a number from 1 to 9 after words=, found "x"`},
		{Config{Params: "nosuch"}, "no file nosuch"},
	} {
		m, err := maker.New(tt.config)
		if got := fmt.Sprint(err); err != nil && got != tt.want || err == nil && m.Signature != tt.want {
			t.Errorf("%+v: %v, %v; want %s", tt.config, m, err, tt.want)
		}
	}
	var o options
	if got := Cite(o.settings(), "size", "strict"); got != "|size:small|rigid:no" {
		t.Errorf("two options in an order of their own: %s", got)
	}
	e := Entry{Maker: maker}
	if got := fmt.Sprint(e.Find("size").Values, e.Find("strict").Values, e.Find("words").Values, e.Find("nosuch")); got !=
		"[large small huge] [no yes] [] <nil>" {
		t.Errorf("values, the default first: %s", got)
	}
}
