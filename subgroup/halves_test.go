package subgroup

import "testing"

// TestHalvesOfTreebanks: each treebank is divided by itself, into documents where it has enough of
// them, into sentences where it does not. A treebank without documents was wholly in one half before.
func TestHalvesOfTreebanks(t *testing.T) {
	const documents, sentences = 20, 30 // of the first treebank; of the second, which is one document
	table := &Table{}
	for i := range 3*documents + sentences {
		block, group := int32(i/3), int32(0)
		if i >= 3*documents {
			block, group = documents, 1
		}
		table.Block, table.Group = append(table.Block, block), append(table.Group, group)
		table.Cluster = append(table.Cluster, int32(i), int32(i)) // two items each
	}
	half, unit := table.halves(Auto, 1)
	if unit != Mixed {
		t.Errorf("the unit is %q, want %q", unit, Mixed)
	}
	searched := [2]int{}
	for i, in := range half {
		if in {
			searched[table.Group[i]]++
		}
		if i > 0 && table.Group[i] == 0 && table.Block[i] == table.Block[i-1] && half[i] != half[i-1] {
			t.Errorf("sentences %d and %d of one document are in different halves", i-1, i)
		}
	}
	if searched != [2]int{3 * documents / 2, sentences / 2} {
		t.Errorf("%v sentences of the treebanks are searched, want half of %d and of %d", searched, 3*documents, sentences)
	}
	for _, wanted := range []Unit{Documents, Sentences} {
		if _, unit := table.halves(wanted, 1); unit != wanted {
			t.Errorf("the unit is %q, want %q, as chosen", unit, wanted)
		}
	}
}
