package mrx_test

import (
	"testing"

	"assay/formats/mrx"
	"assay/internal/formattest"
)

func FuzzRead(f *testing.F) {
	formattest.FuzzGraph(f, &mrx.Format, `<mrs-list><mrs surface="a" ident="7"><label vid="0"/><var vid="2" `+
		`sort="e"><extrapair><path>SF</path><value>prop</value></extrapair></var><ep cfrom="0" cto="1"><realpred lemma="a" pos="v" sense="1"/><label `+
		`vid="1"/><fvpair><rargname>ARG0</rargname><var vid="2" `+
		`sort="e"/></fvpair><fvpair><rargname>CARG</rargname><constant>x</constant></fvpair></ep><hcons hreln="qeq"><hi><var vid="0" `+
		`sort="h"/></hi><lo><label vid="1"/></lo></hcons></mrs></mrs-list>`,
		`<mrs><ep><pred>"_x_rel"</pred></ep></mrs><mrs>`)
}

func TestUnclosed(t *testing.T) {
	one := `<mrs ident="1"><label vid="1"/><ep cfrom="0" cto="1"><pred>a</pred><label vid="1"/></ep>`
	all, errs := formattest.Read(&mrx.Format, "<mrs-list>"+one+one+"</mrs>"+one+"</mrs></mrs-list>")
	if len(all) != 2 || len(errs) != 1 {
		t.Errorf("%d MRSs, errors %v", len(all), errs)
	}
}
