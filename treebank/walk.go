package treebank

// Walk goes through a sentence without gaps in the order of the text: it calls open before the parts of a phrase, word
// for a word, and shut after the last part of a phrase.
func (s *Sentence) Walk(open, word, shut func(i int32)) {
	var path []int32 // open phrases, outermost first
	leave := func(parent int32) {
		for len(path) > 0 && path[len(path)-1] != parent {
			shut(path[len(path)-1])
			path = path[:len(path)-1]
		}
	}
	p, words := int32(0), int32(len(s.Tokens))
	for t := int32(0); ; t++ {
		for int(p) < len(s.Phrases) && (s.Phrases[p].Begin <= t || t == words) {
			leave(s.Phrases[p].Parent)
			open(p)
			path = append(path, p)
			p++
		}
		if t == words {
			leave(-1)
			return
		}
		leave(s.Tokens[t].Parent)
		word(t)
	}
}
