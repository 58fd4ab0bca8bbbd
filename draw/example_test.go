package draw_test

import (
	"log"
	"os"
	"strings"

	"assay/draw"
	"assay/formats"
)

// Draw a tree in the terminal. SVG draws it for a page.
func ExampleTerminal() {
	tree := "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n"
	for s, err := range formats.ByName("penn").Sentences(strings.NewReader(tree), "text") {
		if err != nil {
			log.Fatal(err)
		}
		if err := draw.Terminal(os.Stdout, s, draw.Marks{}, draw.Options{}); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// S ┬─ NP ┬─ DT  the
	//   │     ╰─ NN  dog
	//   ╰─ VP ── VBZ barks
}

// Mark a dependency that gold does not have.
func ExampleMarks() {
	text := "1\tDogs\t_\tN\tNNS\t_\t2\tOB\n2\tbark\t_\tV\tVBP\t_\t0\tROOT\n\n"
	for s, err := range formats.ByName("conllx").Sentences(strings.NewReader(text), "text") {
		if err != nil {
			log.Fatal(err)
		}
		marks := draw.Marks{Links: []draw.Mark{draw.Wrong, draw.Match}}
		if err := draw.Terminal(os.Stdout, s, marks, draw.Options{}); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// ╭─▶  Dogs N ≠OB
	// ╰──◆ bark V ROOT
}
