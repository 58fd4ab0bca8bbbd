package answers

import (
	"regexp"
	"strings"
	"testing"

	"assay/treebank"
)

// The analyses of the shapes: the right tree T, a draft D of the same words.
const (
	right = "(S (NP (NN dog)) (VP (VBZ barks)))"
	draft = "(S (NN dog) (VP (VBZ barks)))"
)

// An answerShape is an answer as models give it, with the reading that people want.
type answerShape struct{ name, answer, want, steps string }

// shapes were collected by hand from the chat templates and manuals of models: T is the right tree,
// D a draft. No tree is wanted where the answer has none.
var shapes = []answerShape{
	// nothing around
	{"plain", "T", right, ""},
	{"over lines", "(S\n  (NP (NN dog))\n  (VP\n    (VBZ barks)))\n", right, ""},
	{"line ends of Windows", "(S\r\n  (NP (NN dog))\r\n  (VP (VBZ barks)))\r\n", right, ""},
	{"PTB's outer bracket", "( (S (NP (NN dog)) (VP (VBZ barks))) )", "( " + right + ")", ""},

	// reasoning
	{"DeepSeek-R1, Qwen3", "<think>\nThe dog is the subject. D\n</think>\n\nT", right, "reasoning"},
	{"reasoning with the answer in it only", "<think>T</think>", "", "reasoning"},
	{"template opens the tag", "First I find the NP: D\n</think>\nT", right, "reasoning"},
	{"cut off while thinking", "<think>Let me see: D Hmm, is", "", "reasoning"},
	{"empty reasoning of Qwen3", "<think>\n\n</think>\n\nT", right, "reasoning"},
	{"thinking", "<thinking>D</thinking>T", right, "reasoning"},
	{"thought, in capitals", "<THOUGHT>D</THOUGHT>\nT", right, "reasoning"},
	{"reasoning", "<reasoning>D</reasoning>\nT", right, "reasoning"},
	{"reflection after the draft", "<thinking>D <reflection>wrong</reflection></thinking>\n<output>T</output>", right, "reasoning prose"},
	{"two blocks", "<think>D</think>\nWait.\n<think>D D</think>\nT", right, "reasoning prose"},
	{"scratchpad", "<scratchpad>\nD\n</scratchpad>\n<answer>\nT\n</answer>", right, "reasoning prose"},
	{"inner monologue", "<inner_monologue>D</inner_monologue> T", right, "reasoning"},
	{"Seed-OSS", "<seed:think>D</seed:think>T", right, "reasoning"},
	{"Magistral", "[THINK]D[/THINK]T", right, "reasoning"},
	{"Kimi", "◁think▷D◁/think▷T", right, "reasoning"},
	{"OpenThinker, Sky-T1", "<|begin_of_thought|>\nD\n<|end_of_thought|>\n\n<|begin_of_solution|>\nT\n<|end_of_solution|>", right, "reasoning prose"},
	{"gpt-oss", "<|channel|>analysis<|message|>D<|end|><|start|>assistant<|channel|>final<|message|>T", right, "reasoning prose"},
	{"fence of thoughts", "```thinking\nD\n```\nT", right, "reasoning"},
	{"fence of thoughts, fence of the tree", "```thinking\nD\n```\n```\nT\n```", right, "reasoning fence"},

	// fences
	{"fence", "```\nT\n```", right, "fence"},
	{"named fence", "```lisp\nT\n```", right, "fence"},
	{"fence of tildes", "~~~\nT\n~~~", right, "fence"},
	{"fence in one line", "```T```", right, "fence"},
	{"prose around a fence", "Here is the parse tree:\n\n```\nT\n```\n\nLet me know (by mail) if you need more.", right, "fence"},
	{"fence that is not closed", "Sure!\n```\nT", right, "fence"},
	{"draft and answer in fences", "Draft:\n```\nD\n```\nAfter checking:\n```\nT\n```", right, "fence choice"},
	{"fence of a rule after the tree", "```\nT\n```\nThe rule is\n```\nS -> NP VP\n```", right, "fence"},
	{"inline code", "The tree is `T`.", right, "prose"},

	// prose
	{"prose before", "Sure! Here is the constituency parse: T", right, "prose"},
	{"prose after", "T\n\nThe verb is third person singular.", right, "prose"},
	{"remark in brackets before", "Here is the parse (Penn Treebank style): T", right, "prose"},
	{"remark in brackets after", "T\n(Note that the determiner is missing.)", right, "prose"},
	{"remark about the rules", "T\nI used the rule (S NP VP).", right, "prose"},
	{"a face", "I am not sure :( but here it is:\nT", right, "prose"},
	{"bold", "**T**", right, "prose"},
	{"bold title", "**Parse:**\n\nT", right, "prose"},
	{"heading", "### Parse\nT", right, "prose"},
	{"answer in a box", `\boxed{T}`, right, "prose"},
	{"Final answer", "Final answer: T", right, "prose"},
	{"quotation", "> (S (NP (NN dog))\n>    (VP (VBZ barks)))", right, ""},
	{"explanation quotes a part", "T\n\nHere (NP (NN dog)) is the subject and (VP (VBZ barks)) the predicate.", right, "prose"},
	{"built from the bottom", "1. (NP (NN dog))\n2. (VP (VBZ barks))\n3. T", right, "prose choice"},

	// drafts and corrections
	{"let me draft", "Let me draft: D. On reflection the tree is: T", right, "prose choice"},
	{"corrected, old one in brackets", "**Corrected version**: T (was D)", right, "prose"},
	{"instead of", "T (instead of D)", right, "prose"},
	{"wait", "D\n\nWait, a noun needs its own phrase.\n\nT", right, "prose choice"},
	{"two drafts", "First: D\nSecond: D\nBetter: T", right, "prose choice"},
	{"the same tree twice", "T\n\nSo the answer is:\n\nT", right, "prose choice"},
	{"two trees of the same words in two lines", "D\nT", right, "prose choice"},
	{"draft, then an answer cut off", "D\n\nFinal:\n\n(S (NP (NN dog", draft, "prose"},

	// brackets
	{"square", "[S [NP [NN dog]] [VP [VBZ barks]]]", right, "square"},
	{"square, words bare", "[S [NP [NN dog ] ] [VP [VBZ barks ] ] ]", right, "square"},
	{"square in a fence", "```\n[S [NP [NN dog]] [VP [VBZ barks]]]\n```", right, "fence square"},
	{"qtree", `\Tree [.S [.NP [.NN dog ] ] [.VP [.VBZ barks ] ] ]`, right, "prose square"},
	{"forest", "\\begin{forest}\n[S [NP [NN [dog]]] [VP [VBZ [barks]]]]\n\\end{forest}", right, "prose square"},
	{"square footnote beside a tree", "T [1]", right, "prose"},
	{"full-width", "（S （NP （NN dog）） （VP （VBZ barks）））", right, "square"},

	// other wraps
	{"JSON object", `{"tree": "(S (NP (NN dog)) (VP (VBZ barks)))"}`, right, ""},
	{"JSON object in a fence", "```json\n{\"parse\": \"(S\\n (NP (NN dog)) (VP (VBZ barks)))\"}\n```", right, "fence"},
	{"JSON string", `"(S (NP (NN dog)) (VP (VBZ barks)))"`, right, ""},
	{"root", "(ROOT T)", "(ROOT " + right + ")", ""},

	// nothing
	{"apology", "I'm sorry, I cannot parse this sentence.", "", ""},
	{"question", "Could you give me the sentence (in English)?", "", ""},
	{"nothing but reasoning tags", "<think></think>", "", "reasoning"},
}

// TestShapes reads every shape, and under strict too: none of these needs repair of structure.
func TestShapes(t *testing.T) {
	for _, s := range shapes {
		text := regexp.MustCompile(`\bT\b`).ReplaceAllString(regexp.MustCompile(`\bD\b`).ReplaceAllString(s.answer, draft), right)
		for _, format := range []*treebank.Format{&Format, &Strict} {
			for sentence, err := range format.Sentences(strings.NewReader(answer(text)), "f") {
				got := ""
				if !sentence.Missing {
					got = written(sentence)
				}
				if err != nil || got != s.want || steps(sentence) != s.steps {
					t.Errorf("%s, %s: %q\ngot  %q by %q\nwant %q by %q (%v)", format.Name, s.name, text, got, steps(sentence), s.want, s.steps, err)
				}
			}
		}
	}
	if len(shapes) < 60 {
		t.Errorf("%d shapes", len(shapes))
	}
}
