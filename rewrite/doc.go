// Package rewrite modifies dependency trees and phrase structure trees by rules, to
// remove irrelevant differences before gold and system are compared.
//
// The rules are those of Lin (1995 §5) and Xiao (1997, chapters 4, 5.2 and 6.3),
// accepted as printed, and a line notation that adds order and distance, negation,
// optional words, any depth, relabelling, word lists, and tests in the rule file. All
// compile to one form, Rule. Conditions are those of package condition.
//
// Patterns have a simple meaning: a pattern matches wherever its nodes can be bound
// to different words so that every condition holds. The matches are ordered by the
// words bound to the nodes in pre-order. (The naive matcher in the tests is this
// definition.) A rule fires on its first match that changes the tree. Rules are
// applied as listed, each until it changes nothing more, and all of them again until
// none changes anything. If a state recurs, the rules of the sentence are stopped.
// Whatever rules do, a word has at most one head and the links form no cycle.
//
// Matching is incremental as in Xiao's §5.2. His algorithms are corrected where the
// printed text fails: the root has no link match (Algorithm 1, line 4); one match of
// the last child ends the search for others (Algorithm 1, return); patterns of one
// child are not handled; a removed link removes all matches under its head, including
// those without it (Algorithm 5); the loop over the rules is not repeated. Siblings
// of a pattern are different words; the thesis leaves this to the rule writer. By
// "regular expression" the papers mean globs: V* and NN* of Fig 4.1 make sense only
// as such.
//
// Neither paper defines the labels of an inverted link. They stay on their links,
// unless a rule says otherwise.
//
// Limits: rules act on trees; a packed forest is unpacked first, up to a bound. Rules
// on dependencies change links and labels only, not words or tags.
package rewrite
