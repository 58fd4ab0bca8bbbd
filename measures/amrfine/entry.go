package amrfine

import (
	"errors"
	"fmt"

	"assay/graph/amr"
	"assay/internal/settings"
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure amr-fine.
var Entry = entry.Entry{
	Name:   "amr-fine",
	Title:  "parts of AMR one by one: concepts, names, negation, re-entrancies, roles",
	Source: "Damonte, Cohen & Satta 2017; amr-evaluation 8bc6b2e; Opitz 2023; smatch++ 81317b6",
	Doc: `Rows, each with precision, recall and F1: smatch (all triples), unlabeled (roles left
out), no_wsd (senses left out), concepts, named_entities (concepts of nodes with a
name), negations (concepts of nodes with a polarity), wikification (values of wiki),
reentrancies (relations to nodes with several incoming
relations) and srl (ARG relations), the
last two with the concepts at their ends. concepts to wikification compare values
without mapping nodes; each other row has a node mapping of its own, proven to be
the best for it. A row that is empty on both sides is n/a. amr-evaluation counts otherwise:
a triple of a top more in reentrancies and srl, m times n matches of m and n equal triples,
the first word of values, inverse roles without their direction in unlabeled. Published
figures compare with assay compat evaluation.sh.

The preset smatchpp has the aspects of smatch++: all triples, agent, cause, concept,
focus, instrument, location, maths, ner, patient, polarity, possession, purpose,
quantifier, question, srl_core, time, topic, wiki and reentrancies. Each is the triples
of some roles or concepts with their context. smatch++ also renames core roles in the
aspects, such as ARG2 of control-01 to instrument, by a file of PropBank frames that it
fetches (propbank-amr-frames-arg-descr.txt); -p FILE gives that file here.`,
	Params: "PropBank frames for amr-fine:smatchpp: the file of smatch++",
	Needs:  treebank.Graph,
	Presets: []entry.Preset{
		{Name: "damonte", Title: "the rows of amr-evaluation without its faults (the default)"},
		{Name: "smatchpp", Title: "the aspects of smatch++, from its triples for AMR"},
	},
	Maker: entry.Bound[Options]{
		Preset: func(name string) Options {
			if name == "smatchpp" {
				return Aspects
			}
			return AMREvaluation
		},
		Load: func(o *Options, c entry.Config) error {
			if c.Params == "" {
				return nil
			}
			if o.Rows != SmatchPP {
				return errors.New("only amr-fine:smatchpp renames roles by PropBank frames")
			}
			text, cited, err := settings.Read(c.Params, "frames of PropBank")
			if err != nil {
				return err
			}
			if o.Frames, err = amr.ReadFrames(string(text)); err != nil {
				return fmt.Errorf("%s:%w", c.Params, err)
			}
			o.FramesName = cited
			return nil
		},
		Settings: (*Options).Settings, Make: New,
	},
}
