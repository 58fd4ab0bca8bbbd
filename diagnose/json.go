package diagnose

import (
	"assay/eval"
	"assay/report"
)

// Object returns the classes, the confusions and the losses of measure m as JSON has them, after
// its name and signature. res names the sentences.
func (d *Diagnosis) Object(m int, signature string, res *eval.Result) report.Object {
	classes, confusions, losses := []any{}, []any{}, []any{}
	for i := range d.Classes {
		if class := &d.Classes[i]; class.Metric == m {
			classes = append(classes, class.object())
		}
	}
	for _, confusion := range d.Confusions {
		if confusion.Metric == m {
			confusions = append(confusions, confusion.object(res))
		}
	}
	for _, loss := range d.Losses {
		if loss.Metric == m {
			losses = append(losses, loss.object())
		}
	}
	return report.Members("metric", res.Counts[m].Metric.Name, "signature", signature, "classes", classes,
		"confusions", confusions, "losses", losses, "mistakes", d.Mistakes[m].object(res))
}

func (c *Class) object() report.Object {
	out := report.Members("part", c.Part, "class", c.Name, "errors", c.Errors)
	if main := c.Main(); main != nil {
		out.Add("score", main.Name)
		out.Add("repaired", report.Float(main.Value))
	}
	out.Add("gain", report.Float(c.Gain))
	out.Add("lost", report.Float(c.Lost))
	return out
}

func (c *Confusion) object(res *eval.Result) report.Object {
	var names []string
	for _, unit := range c.Units {
		names = append(names, res.Name(int(unit)))
	}
	return report.Members("part", c.Part, "gold", c.Gold, "system", c.System, "errors", c.N, "sentences", names)
}

func (l *Loss) object() report.Object {
	return report.Members("score", l.Score.Name, "loss", report.Float(l.Loss), "shares", l.Shares(),
		"in_other_scores", report.Float(l.Others))
}
