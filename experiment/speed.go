package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"assay/report"
)

// A Cost is what one run of a system took, as the harness measured it.
type Cost struct {
	Wall, CPU        float64 // seconds
	Peak             int64   // bytes of the largest process; 0 if unknown
	Sentences, Words int     // of gold
	Machine          string
}

// A Speed is what a system takes for the treebanks that all measured systems have done: the sums
// over treebanks of the medians over runs.
type Speed struct {
	System           string
	Sentences, Words float64 // per second of wall time
	CPU              float64 // seconds per 1,000 words
	Peak             float64 // bytes: the largest treebank; NaN if unknown
	Runs             int
	Machines         []string
}

// Measured are the treebanks that all measured systems have done in some run.
func (e *Experiment) Measured() (list []string) {
	for _, treebank := range e.Table.Treebanks {
		all := true
		for _, system := range e.Table.Systems {
			all = all && (!e.measuredSystem(system) || len(e.costs(system, treebank)) > 0)
		}
		if all {
			list = append(list, treebank)
		}
	}
	return list
}

func (e *Experiment) measuredSystem(system string) bool {
	return slices.ContainsFunc(e.Table.Treebanks, func(t string) bool { return len(e.costs(system, t)) > 0 })
}

func (e *Experiment) costs(system, treebank string) (list []Cost) {
	for _, run := range e.Table.Runs {
		if c, ok := e.Table.Costs[[3]string{system, treebank, run}]; ok {
			list = append(list, c)
		}
	}
	return list
}

// median is the middle value, or the mean of the two in the middle.
func median(costs []Cost, of func(Cost) float64) float64 {
	var values []float64
	for _, c := range costs {
		values = append(values, of(c))
	}
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// Speeds are the speeds of the measured systems, in the order of the table; nil if none was measured,
// or no treebank was done by all of them.
func (e *Experiment) Speeds() (list []*Speed) {
	treebanks := e.Measured()
	if len(e.Table.Costs) == 0 || len(treebanks) == 0 {
		return nil
	}
	for _, system := range e.Table.Systems {
		if !e.measuredSystem(system) {
			continue
		}
		speed := &Speed{System: system, Peak: math.NaN(), Runs: math.MaxInt}
		wall, cpu, sentences, words := 0.0, 0.0, 0.0, 0.0
		for _, treebank := range treebanks {
			costs := e.costs(system, treebank)
			wall += median(costs, func(c Cost) float64 { return c.Wall })
			cpu += median(costs, func(c Cost) float64 { return c.CPU })
			sentences, words = sentences+float64(costs[0].Sentences), words+float64(costs[0].Words)
			if peak := median(costs, func(c Cost) float64 { return float64(c.Peak) }); peak > 0 {
				speed.Peak = math.Max(peak, nothing(speed.Peak))
			}
			speed.Runs = min(speed.Runs, len(costs))
			for _, c := range costs {
				if !slices.Contains(speed.Machines, c.Machine) {
					speed.Machines = append(speed.Machines, c.Machine)
				}
			}
		}
		speed.Sentences, speed.Words, speed.CPU = sentences/wall, words/wall, 1000*cpu/words
		list = append(list, speed)
	}
	return list
}

// nothing is 0 for a figure that there is not.
func nothing(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return v
}

// Machines are the machines on which the systems were measured. Speeds of several do not compare.
func Machines(speeds []*Speed) (list []string) {
	for _, s := range speeds {
		for _, m := range s.Machines {
			if !slices.Contains(list, m) {
				list = append(list, m)
			}
		}
	}
	return list
}

// speedTable shows the speeds; nil if there are none.
func (e *Experiment) speedTable() *report.Table {
	speeds := e.Speeds()
	if speeds == nil {
		return nil
	}
	machines := Machines(speeds)
	table := &report.Table{Title: "speed", Head: []string{"system", "words/s", "sentences/s", "CPU s per 1000 words",
		"peak MB", "runs"}}
	if len(machines) > 1 {
		table.Head = append(table.Head, "machine")
	}
	for _, speed := range speeds {
		cells := []report.Cell{report.Label(speed.System), rate(speed.Words), rate(speed.Sentences), rate(speed.CPU),
			rate(speed.Peak / (1 << 20)), report.Count(speed.Runs)}
		if len(machines) > 1 {
			var numbers []string
			for _, m := range speed.Machines {
				numbers = append(numbers, fmt.Sprint(slices.Index(machines, m)+1))
			}
			cells = append(cells, report.Label(strings.Join(numbers, ", ")))
		}
		table.Add(cells...)
	}
	table.Notes = append(table.Notes, fmt.Sprintf("wall time and memory over %s: medians over runs, summed over treebanks",
		strings.Join(e.Measured(), ", ")))
	if len(machines) > 1 {
		table.Notes = append(table.Notes, fmt.Sprintf("these speeds are from %d machines, and do not compare:",
			len(machines)))
		for i, m := range machines {
			table.Notes = append(table.Notes, fmt.Sprintf("  %d: %s", i+1, m))
		}
	} else {
		table.Notes = append(table.Notes, "machine: "+machines[0])
	}
	return table
}

// rate formats a figure of speed or memory in three digits.
func rate(v float64) report.Cell {
	switch {
	case math.IsNaN(v):
		return report.Shown(v, "n/a")
	case v >= 100:
		return report.Shown(v, fmt.Sprintf("%.0f", v))
	}
	return report.Shown(v, fmt.Sprintf("%.3g", v))
}

func speedJSON(s *Speed) report.Object {
	return report.Members("system", s.System, "words_per_second", report.Float(s.Words),
		"sentences_per_second", report.Float(s.Sentences), "cpu_seconds_per_1000_words", report.Float(s.CPU),
		"peak_bytes", report.Float(s.Peak), "runs", s.Runs, "machines", s.Machines)
}

// costsJSON are the costs of every run, in the order of the table.
func (e *Experiment) costsJSON() (list []report.Object) {
	for _, file := range e.Table.Files {
		if cost, ok := e.Table.Costs[[3]string{file.System, file.Treebank, file.Run}]; ok {
			list = append(list, report.Members("system", file.System, "treebank", file.Treebank, "run", file.Run,
				"wall_seconds", cost.Wall, "cpu_seconds", cost.CPU, "peak_bytes", cost.Peak, "sentences", cost.Sentences,
				"words", cost.Words, "machine", cost.Machine))
		}
	}
	return list
}
