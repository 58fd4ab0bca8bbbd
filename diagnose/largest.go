package diagnose

import "strings"

// Largest returns the phenomenon that costs most of a score, nil if there is none, and the
// whole loss of the score.
func (d *Diagnosis) Largest(score string) (best *Class, whole float64) {
	for i := range d.Losses {
		if d.Losses[i].Score.Name == score {
			whole = d.Losses[i].Loss
		}
	}
	for i := range d.Classes {
		c := &d.Classes[i]
		if main := c.Main(); main == nil || main.Name != score || strings.Contains(c.Name, "—") {
			continue
		}
		if best == nil || c.Lost/whole > best.Lost/whole {
			best = c
		}
	}
	return best, whole
}
