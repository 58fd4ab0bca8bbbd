package convert

import (
	"slices"

	"assay/internal/entities"
	"assay/treebank"
)

// compareMentions notes the parts of the mentions of sentence that its copy in another format lacks.
func compareMentions(sentence, back *treebank.Sentence, lost *[lossKinds]bool) {
	old, copies := entities.Read(nil, sentence), entities.Read(nil, back)
	for i := range old {
		m := &old[i]
		if len(m.Words) == 0 && len(back.Empties) < len(sentence.Empties) {
			lost[lossMentions] = true
			continue
		}
		if len(copies) == 0 {
			return // another loss is named: the document could not be read back
		}
		c := &copies[0]
		copies = copies[1:]
		lost[lossGaps] = lost[lossGaps] || !slices.Equal(m.Words, c.Words)
		lost[lossEntityTypes] = lost[lossEntityTypes] || m.Type != 0 && sentence.Name(m.Type) != back.Name(c.Type)
		lost[lossHeadWords] = lost[lossHeadWords] || m.Head > 1 && m.Head != c.Head
	}
}
