package measures_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"assay/check/soft"
	"assay/eval"
	"assay/measures"
)

// everyMeasure yields each measure with its presets and the values of its options.
func everyMeasure(t *testing.T, test func(spec string, m *eval.Measure)) {
	for _, e := range measures.All {
		specs := []string{e.Name}
		for _, p := range e.Presets {
			specs = append(specs, e.Name+":"+p.Name)
		}
		for _, o := range e.Options() {
			for _, v := range o.Values {
				if !o.File() {
					specs = append(specs, e.Name+":"+o.Name+"="+v)
				}
			}
		}
		for _, spec := range specs {
			if m, err := measures.Parse(spec, measures.Config{}); err == nil { // some need a file
				test(spec, m)
			}
		}
	}
}

// Closing a row works a column out from the columns that it names alone.
func TestColumnsNameTheirSources(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	everyMeasure(t, func(spec string, m *eval.Measure) {
		if m.Close == nil {
			return
		}
		for range 20 {
			row := make([]float64, len(m.Columns))
			for i := range row {
				row[i] = 1 + float64(rng.IntN(3)) // no part is empty: that a pair has items at all is no dependence
			}
			closed := slices.Clone(row)
			m.Close(closed)
			for changed := range row {
				other := slices.Clone(row)
				other[changed]++
				m.Close(other)
				for i := range other {
					if other[i] != closed[i] && !m.Depends([]int{i})[changed] {
						t.Fatalf("%s: %s changes with %s, which its From does not name", spec, m.Columns[i].Name, m.Columns[changed].Name)
					}
				}
			}
		}
	})
}

// A score depends on the columns that it reads alone.
func TestFormulasReadTheirColumns(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	everyMeasure(t, func(spec string, m *eval.Measure) {
		row := make([]float64, len(m.Columns))
		for i := range row {
			row[i] = 100 + float64(rng.IntN(900))
		}
		for k := range m.Formulas {
			f := &m.Formulas[k]
			reads := f.ColumnsOf()
			for changed := range row {
				other := slices.Clone(row)
				other[changed] += 7
				if f.Value(other) != f.Value(row) && !slices.Contains(reads, changed) {
					t.Errorf("%s: %s reads %s without saying so", spec, f.Name, m.Columns[changed].Name)
				}
			}
		}
	})
}

// A check adds columns and scores to a measure, and keeps everything else.
func TestCheckKeepsTheMeasure(t *testing.T) {
	changed := []string{"Signature", "Columns", "Formulas", "Reads", "Omit", "Close", "NewCounter"}
	everyMeasure(t, func(spec string, m *eval.Measure) {
		with, ok := soft.Wrap(m, &soft.Check{Name: "c"})
		if !ok {
			return
		}
		a, b := reflect.ValueOf(*m), reflect.ValueOf(*with)
		for i := range a.NumField() {
			x, y := a.Field(i), b.Field(i)
			switch name := a.Type().Field(i).Name; {
			case slices.Contains(changed, name):
			case x.Kind() == reflect.Func:
				if x.Pointer() != y.Pointer() {
					t.Errorf("%s: the check changes %s", spec, name)
				}
			case !reflect.DeepEqual(x.Interface(), y.Interface()):
				t.Errorf("%s: the check changes %s", spec, name)
			}
		}
		if !reflect.DeepEqual(m.Columns, with.Columns[:len(m.Columns)]) {
			t.Errorf("%s: the check changes the measure's own columns", spec)
		}
		if m.Headline() != with.Headline() || !slices.Equal(m.ScoreNames(), with.ScoreNames()[:len(m.Formulas)]) {
			t.Errorf("%s: the check changes the measure's own scores", spec)
		}
	})
}
