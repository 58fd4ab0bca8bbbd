// Package rewrite modifies dependency trees, and trees of phrases, by rules, so
// that differences that do not matter are gone before gold and system are
// compared.
//
// The rules are those of Lin (1995 §5) and Xiao (1997, chapters 4, 5.2 and
// 6.3), accepted as printed, and a notation of lines that has what they lack:
// order and distance, negation, optional words, any depth, relabelling, word
// lists, tests in the rule file. All compile to one form, Rule. Conditions are
// those of package condition.
//
// What a pattern means is simple: it matches wherever different words can be
// found for its nodes so that every condition holds, and the matches come in
// the order of the words bound to the nodes in pre-order. (The naive matcher in
// the tests is this definition.) A rule fires on its first match that changes
// the tree; rules are applied as listed, each until it changes nothing more,
// all of them again until none does. A state that comes back stops the
// sentence. Whatever rules do, a word has at most one head and the links form
// no cycle.
//
// Matching is incremental as in Xiao's §5.2. His algorithms are put right where
// the printed text fails: the root has no link match (Algorithm 1, line 4); one
// match of the last child ends the search for others (Algorithm 1, return);
// patterns of one child are not handled; a removed link removes all matches
// under its head, also those it is not part of (Algorithm 5); the loop over the
// rules is not repeated. Siblings of a pattern are different words, which
// the thesis leaves to the rule writer. Where the papers say "regular
// expression" they mean globs: V* and NN* of Fig 4.1 work as nothing else.
//
// Neither paper says where labels go when a link is inverted. They stay on
// their links, unless a rule says otherwise.
//
// Limits: rules act on trees; a packed forest is unpacked first, up to a bound.
// Rules on dependencies change links and labels only, not words or tags.
package rewrite
