package study_test

import (
	"context"
	"slices"
	"testing"

	"assay"
	"assay/internal/shared"
)

// TestLeadOfEachMeasure: of several measures each one whose leader leads only without the sentences that are
// split in another way says so. Before, only the first of the list did.
func TestLeadOfEachMeasure(t *testing.T) {
	shared.Long(t)
	craft := func(name string) assay.Input { return assay.File(shared.Path(t, "data", "const-craft", name)) }
	systems := []assay.Input{craft("berkeley-A.1best.mrg"), craft("bllip-A.1best.mrg")}
	res, err := assay.Compare(context.Background(), craft("gold.clean.mrg"), systems, assay.Options{Metric: "evalb:collins,evalb:new"})
	if err != nil {
		t.Fatal(err)
	}
	var turned []string
	for _, lead := range res.Lead {
		for _, turn := range lead.Turned {
			if turn.Choice == "spans=characters" {
				turned = append(turned, lead.Metric)
			}
		}
	}
	if want := []string{"evalb:collins", "evalb:new"}; !slices.Equal(turned, want) {
		t.Errorf("the lead turns round under %v, want %v", turned, want)
	}
}
