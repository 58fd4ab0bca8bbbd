package answers

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"

	"assay/internal/lazy"
)

// reasoningTags are the names of the tags between which models think, in the chat templates and
// prompts of DeepSeek-R1, Qwen3, QwQ, Claude, GLM, MiniMax, Reflection and others.
func reasoningTags() []string {
	return strings.Fields("think thinking thought thoughts reasoning reflection scratchpad inner_monologue " +
		"chain_of_thought cot seed:think antthinking")
}

// otherReasoning are the pairs of marks that are no tags: of Magistral, Kimi, Sky-T1 and OpenThinker,
// and the channels of gpt-oss before its final one.
func otherReasoning() [][2]string {
	return [][2]string{
		{"[THINK]", "[/THINK]"}, {"◁think▷", "◁/think▷"}, {"<|begin_of_thought|>", "<|end_of_thought|>"},
		{"<|thinking|>", "<|/thinking|>"},
		{"<|channel|>analysis<|message|>", "<|end|>"}, {"<|channel|>commentary<|message|>", "<|end|>"},
	}
}

// answerMarks are the pairs of marks between which models give the answer after their reasoning.
var answerMarks = lazy.Regexp(`(?is)<answer>(.*)</answer>|<final_answer>(.*)</final_answer>|<output>(.*)</output>|` +
	`<\|begin_of_solution\|>(.*)<\|end_of_solution\|>|<\|channel\|>final<\|message\|>(.*)`)

// thoughtFence is an opening fence that names reasoning, with its text.
var thoughtFence = lazy.Regexp("(?is)(```|~~~)[ \t]*(?:think|thinking|thought|thoughts|reasoning)[ \t]*\n.*?\n" +
	"(?:```|~~~)")

// withoutReasoning cuts the blocks in which a model thinks. Text before a closing mark without an
// opening one is reasoning too, because chat templates write the opening mark into the prompt; so
// is all after an opening mark that is never closed, as in an answer that was cut off.
func (f *finder) withoutReasoning(answer string) string {
	whole := answer
	answer = thoughtFence().ReplaceAllString(answer, "")
	pairs := otherReasoning()
	for _, tag := range slices.Concat(reasoningTags(), f.tags) {
		pairs = append(pairs, [2]string{"<" + tag + ">", "</" + tag + ">"})
	}
	for _, pair := range pairs {
		for {
			begin, end := indexFold(answer, pair[0]), indexFold(answer, pair[1])
			switch {
			case end >= 0 && (begin < 0 || end < begin):
				answer = answer[end+len(pair[1]):]
				continue
			case begin >= 0 && end < 0:
				answer = answer[:begin]
			case begin >= 0:
				answer = answer[:begin] + "\n\n" + answer[end+len(pair[1]):]
				continue
			}
			break
		}
	}
	f.steps[Reasoning] = answer != whole
	return answer
}

// indexFold is strings.Index for ASCII letters in any case.
func indexFold(s, mark string) int {
	for i := 0; ; i++ {
		next := strings.IndexByte(s[i:], mark[0]) // no letter
		if i += next; next < 0 || i+len(mark) > len(s) {
			return -1
		}
		if strings.EqualFold(s[i:i+len(mark)], mark) {
			return i
		}
	}
}

// passages returns the texts that may hold the analysis: those in fences, all of the answer if it
// has no fence. An opening fence may name a language; an unclosed fence ends with the text.
func (f *finder) passages(answer string) []string {
	if groups := answerMarks().FindAllStringSubmatch(answer, -1); groups != nil {
		last := groups[len(groups)-1]
		if inside := strings.Join(last[1:], ""); strings.TrimSpace(inside) != "" {
			f.steps[Prose], answer = true, inside
		}
	}
	answer = unquoted(answer)
	parts := strings.Split(strings.ReplaceAll(answer, "~~~", "```"), "```")
	if len(parts) < 2 {
		return []string{answer}
	}
	f.steps[Fence] = true
	var out []string
	for i := 1; i < len(parts); i += 2 {
		inside := parts[i]
		if line, rest, ok := strings.Cut(inside, "\n"); ok && !strings.ContainsAny(line, "([{\t") {
			inside = rest
		}
		out = append(out, unquoted(inside))
	}
	return out
}

var blockQuote = lazy.Regexp(`(?m)^[ \t]*>[ ]?`)

// unquoted undoes what an answer wraps around all of its text: a JSON object or string, and the
// marks of a quotation in Markdown.
func unquoted(answer string) string {
	trimmed := strings.TrimSpace(answer)
	if strings.HasPrefix(trimmed, "{") || strings.HasPrefix(trimmed, `"`) {
		var v any
		if json.Unmarshal([]byte(trimmed), &v) == nil {
			if s, ok := v.(string); ok {
				return s
			}
			if s, ok := text(v, "", answerFields); ok {
				return s
			}
		}
	}
	if lines := strings.Count(answer, "\n") + 1; lines > 1 && len(blockQuote().FindAllString(answer, -1)) == lines {
		return blockQuote().ReplaceAllString(answer, "")
	}
	return answer
}

// remarks are words that begin a remark in brackets, which quotes an analysis or says something of it.
var remarks = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\(\s*(?i:was|were|is|are|not|instead|rather|previously|formerly|originally|before|earlier|old|see|cf|e\.g|i\.e|eg|ie|note|notice|as|like|where|which|this|that|the|here|with|without|in|from|using|after|or|and|alternatively|optional|optionally|for|if|it|since|because|also|my|draft|wrong|incorrect)\b[.,:]*(\s|$)`)
})

// isRemark reports whether text in brackets is a remark: it begins with a word of prose, which no
// treebank has as a label, or with a word and a colon.
func isRemark(text string) bool {
	if strings.HasPrefix(text, "(IN ") || strings.HasPrefix(text, "(AS ") {
		return false
	}
	first, _, _ := strings.Cut(strings.TrimSpace(text[1:]), " ")
	return remarks().MatchString(text) && strings.ToUpper(first) != first ||
		len(first) > 1 && (strings.HasSuffix(first, ":") || strings.HasSuffix(first, ",")) &&
			strings.Trim(first, ".,:;'`-") != ""
}
