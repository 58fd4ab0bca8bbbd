package entry

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"assay/eval"
	"assay/eval/condition"
	"assay/internal/settings"
)

// An Option is one setting of a measure, -m name:key=value, bound to the field that it sets: help, completion,
// signatures and the reader of specs follow from it.
type Option struct {
	Name   string
	Values []string // of a fixed set, the default first; a free value has none
	Doc    string

	key   string // in signatures; "" for Name
	quiet bool   // signatures leave out the first of Values
	get   func() string
	set   func(value string) error
}

// File reports whether the value is the path of a file: its values are then
// given as FILE.
func (o *Option) File() bool { return len(o.Values) == 1 && o.Values[0] == "FILE" }

// Free returns an option with free values, or with these. Signatures leave it out where get returns "".
func Free(name, doc string, get func() string, set func(value string) error, values ...string) Option {
	return Option{Name: name, Doc: doc, Values: values, get: get, set: set}
}

// Flag returns an option that sets a field to false by the value off, and to true by on.
func Flag(field *bool, name, off, on, doc string) Option {
	return Option{Name: name, Values: []string{off, on}, Doc: doc,
		get: func() string {
			if *field {
				return on
			}
			return off
		},
		set: func(value string) error { *field = value == on; return nil }}
}

// Choice returns an option that sets a field to one of these, by their names.
func Choice[T fmt.Stringer](field *T, name, doc string, values ...T) Option {
	o := Option{Name: name, Doc: doc, get: func() string { return (*field).String() }}
	for _, v := range values {
		o.Values = append(o.Values, v.String())
	}
	o.set = func(value string) error { *field = values[slices.Index(o.Values, value)]; return nil }
	return o
}

// Number returns an option that sets a field to a whole number from least to most; want describes such numbers.
// Signatures leave out 0.
func Number[T ~int | ~int64](field *T, name, want string, least, most int64, doc string) Option {
	return Free(name, doc, func() string {
		if *field == 0 {
			return ""
		}
		return strconv.FormatInt(int64(*field), 10)
	}, func(value string) error {
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n < least || n > most {
			return fmt.Errorf("want %s after %s=, found %q", want, name, value)
		}
		*field = T(n)
		return nil
	})
}

// Budget returns the option of the steps of a search.
func Budget(field *int64, doc string) Option {
	return Number(field, "budget", "a number of 1 or more", 1, math.MaxInt64, doc)
}

// Split returns an option that sets a field to the parts of its value.
func Split(field *[]string, name, separator, doc string) Option {
	return Free(name, doc, func() string { return strings.Join(*field, separator) }, func(value string) error {
		if *field = nil; value != "" {
			*field = strings.Split(value, separator)
		}
		return nil
	})
}

// Weights returns the option of a file of weights of errors.
func Weights(field **condition.Weights) Option {
	return Free("weights", "file of weights, one \"WEIGHT CONDITION\" per line (Xiao 1997 §7.2); --params does the same",
		func() string {
			if *field == nil {
				return ""
			}
			return (*field).String()
		}, func(path string) error { return readWeights(field, path) }, "FILE")
}

func readWeights(field **condition.Weights, path string) error {
	text, _, err := settings.Read(path, "weights and conditions")
	if err == nil {
		*field, err = condition.ReadWeights(bytes.NewReader(text), path)
	}
	return err
}

// WeightsParams describes the content of a file of weights.
const WeightsParams = "weights of errors"

// LoadWeights reads the weights that --params names, unless the option does.
func LoadWeights(field **condition.Weights, c Config) error {
	if c.Params == "" || c.Set["weights"] != "" {
		return nil
	}
	return readWeights(field, c.Params)
}

// As returns the option under another name in signatures.
func (o Option) As(key string) Option {
	o.key = key
	return o
}

// Else returns the option so that signatures have this where they would leave it out.
func (o Option) Else(value string) Option {
	get := o.get
	o.get = func() string { return cmp.Or(get(), value) }
	return o
}

// Quiet returns the option so that signatures leave out its first value.
func (o Option) Quiet() Option {
	o.quiet = true
	return o
}

// Cite returns options as signatures have them, "|key:value" each: those of the names in that order, or all.
func Cite(list []Option, names ...string) string {
	var out strings.Builder
	if len(names) == 0 {
		for _, o := range list {
			o.cite(&out)
		}
	}
	for _, name := range names {
		list[slices.IndexFunc(list, func(o Option) bool { return o.Name == name })].cite(&out)
	}
	return out.String()
}

func (o *Option) cite(out *strings.Builder) {
	value := o.get()
	if value == "" || o.quiet && value == o.Values[0] {
		return
	}
	key := o.key
	if key == "" {
		key = o.Name
	}
	out.WriteString("|" + key + ":" + value)
}

// A Maker makes the measure of an entry.
type Maker interface {
	// Options returns the options, their defaults first.
	Options() []Option
	New(Config) (*eval.Measure, error)
}

// Plain makes a measure without options.
type Plain func() *eval.Measure

// Options returns none.
func (Plain) Options() []Option { return nil }

// New returns the measure.
func (p Plain) New(Config) (*eval.Measure, error) { return p(), nil }

// Bound makes a measure whose options are fields of O.
type Bound[O any] struct {
	Preset   func(name string) O    // the options of a preset, "" for the default; nil where there is none
	Load     func(*O, Config) error // reads the files that c names, before options are set; may be nil
	Settings func(*O) []Option      // the options, bound to a value
	Make     func(O) *eval.Measure
}

func (b Bound[O]) start(preset string) (o O) {
	if b.Preset != nil {
		o = b.Preset(preset)
	}
	return o
}

// Options returns the options, their defaults first.
func (b Bound[O]) Options() []Option {
	o := b.start("")
	list := b.Settings(&o)
	for i := range list {
		values := list[i].Values
		if k := slices.Index(values, list[i].get()); k > 0 {
			list[i].Values = slices.Concat(values[k:k+1], values[:k], values[k+1:])
		}
	}
	return list
}

// New returns the measure of a preset with the options that are set.
func (b Bound[O]) New(c Config) (*eval.Measure, error) {
	o := b.start(c.Preset)
	if b.Load != nil {
		if err := b.Load(&o, c); err != nil {
			return nil, err
		}
	}
	for _, option := range b.Settings(&o) {
		if value, ok := c.Set[option.Name]; ok {
			if err := option.set(value); err != nil {
				return nil, err
			}
		}
	}
	return b.Make(o), nil
}
