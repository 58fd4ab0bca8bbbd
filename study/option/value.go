package option

import (
	"errors"
	"strconv"
	"strings"

	"assay/internal/settings"
)

// A Value is the field of an option. Its type is the kind of value; that of a switch is bool.
type Value interface {
	String() string
	Set(text string) error
	Type() string
}

// A text is a value as it is given.
type text string

// Text returns the value of a field that takes any text.
func Text(field *string) Value { return (*text)(field) }

func (t *text) String() string     { return string(*t) }
func (t *text) Type() string       { return "string" }
func (t *text) Set(s string) error { *t = text(s); return nil }

// A texts is the values of an option that is given several times.
type texts []string

// Texts returns the value of a field that keeps each value of an option that is given several times.
func Texts(field *[]string) Value { return (*texts)(field) }

func (t *texts) String() string     { return strings.Join(*t, ",") }
func (t *texts) Type() string       { return "list" }
func (t *texts) Set(s string) error { *t = append(*t, s); return nil }
func (t *texts) each() []string     { return *t }

// A joined is a list between commas; an option that is given again adds to it.
type joined string

// Joined returns the value of a field with a list between commas.
func Joined(field *string) Value { return (*joined)(field) }

func (j *joined) String() string { return string(*j) }
func (j *joined) Type() string   { return "list" }
func (j *joined) Set(s string) error {
	if *j != "" {
		*j += ","
	}
	*j += joined(s)
	return nil
}

// A list is the values of a list between commas; an option that is given again adds to it.
type list []string

// List returns the value of a field that keeps the values of a list between commas.
func List(field *[]string) Value { return (*list)(field) }

func (l *list) String() string     { return strings.Join(*l, ",") }
func (l *list) Type() string       { return "list" }
func (l *list) Set(s string) error { *l = append(*l, strings.Split(s, ",")...); return nil }

// Each returns the values that an option was given, one after the other.
func Each(v Value) []string {
	if several, ok := v.(interface{ each() []string }); ok {
		return several.each()
	}
	return []string{v.String()}
}

// A toggle is a field that an option without a value sets.
type toggle bool

// Switch returns the value of a field that an option without a value sets.
func Switch(field *bool) Value { return (*toggle)(field) }

func (t *toggle) String() string { return strconv.FormatBool(bool(*t)) }
func (t *toggle) Type() string   { return "bool" }
func (t *toggle) Set(s string) error {
	v, err := strconv.ParseBool(s)
	*t = toggle(v)
	return err
}

// A whole is a whole number.
type whole int

// Whole returns the value of a field with a whole number.
func Whole(field *int) Value { return (*whole)(field) }

func (n *whole) String() string { return strconv.Itoa(int(*n)) }
func (n *whole) Type() string   { return "int" }
func (n *whole) Set(s string) error {
	v, err := strconv.ParseInt(s, 0, 64)
	*n = whole(v)
	return err
}

// A positive is a number from 1.
type positive int

// Positive returns the value of a field with a number from 1.
func Positive(field *int) Value { return (*positive)(field) }

func (p *positive) String() string { return strconv.Itoa(int(*p)) }
func (p *positive) Type() string   { return "int" }
func (p *positive) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return errors.New("want a number from 1")
	}
	*p = positive(n)
	return nil
}

// A seed is the start of a stream of random numbers; help shows the default 0 too.
type seed uint64

// Seed returns the value of a field with the seed of random numbers.
func Seed(field *uint64) Value { return (*seed)(field) }

func (n *seed) String() string { return strconv.FormatUint(uint64(*n), 10) }
func (n *seed) Type() string   { return "uint64" }
func (n *seed) Set(s string) error {
	v, err := strconv.ParseUint(s, 0, 64)
	*n = seed(v)
	return err
}

// A decimal is a number; NaN and the infinities are none.
type decimal float64

// Decimal returns the value of a field with a number.
func Decimal(field *float64) Value { return (*decimal)(field) }

func (d *decimal) String() string { return strconv.FormatFloat(float64(*d), 'g', -1, 64) }
func (d *decimal) Type() string   { return "float64" }
func (d *decimal) Set(s string) error {
	v, err := settings.Number(s)
	if err != nil {
		return errors.New("want a number")
	}
	*d = decimal(v)
	return nil
}

// A megabytes holds bytes and is given in megabytes.
type megabytes int

// Megabytes returns the value of a field with bytes that is given in megabytes from 1.
func Megabytes(field *int) Value { return (*megabytes)(field) }

func (m *megabytes) Type() string   { return "MB" }
func (m *megabytes) String() string { return strconv.Itoa(int(*m) >> 20) }
func (m *megabytes) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > 1<<20 {
		return errors.New("want a number of megabytes from 1")
	}
	*m = megabytes(n << 20)
	return nil
}

// An oracle is K[:SCORE]: the number of analyses, and the score that chooses, "" for the main one.
type oracle struct {
	n     *int
	score *string
}

func (o oracle) String() string {
	if *o.score == "" {
		return strconv.Itoa(*o.n)
	}
	return strconv.Itoa(*o.n) + ":" + *o.score
}

func (o oracle) Type() string { return "K[:SCORE]" }

func (o oracle) Set(s string) error {
	number, score, _ := strings.Cut(s, ":")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 {
		return errors.New("want a number from 1, or with a score, such as 10:recall")
	}
	*o.n, *o.score = n, score
	return nil
}
