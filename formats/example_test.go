package formats_test

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"strings"

	"assay/formats"
)

// Read a discontinuous tree and write it in another format.
func ExampleByName() {
	export := "#BOS 1\n" +
		"Darüber\tPROAV\t--\tMO\t500\n" +
		"muss\tVMFIN\t--\tHD\t501\n" +
		"nachgedacht\tVVPP\t--\tHD\t500\n" +
		"werden\tVAINF\t--\tHD\t501\n" +
		"#500\tVP\t--\tOC\t501\n" +
		"#501\tS\t--\t--\t0\n" +
		"#EOS 1\n"
	w := bufio.NewWriter(os.Stdout)
	for s, err := range formats.ByName("negra").Sentences(strings.NewReader(export), "text") {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Fprintln(w, "sentence", s.Str(s.ID), "gaps", s.Gaps)
		if err := formats.ByName("discbracket").Write(w, s); err != nil {
			log.Fatal(err)
		}
	}
	w.Flush()
	// Output:
	// sentence 1 gaps true
	// (S (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht)) (VMFIN 1=muss) (VAINF 3=werden))
}
