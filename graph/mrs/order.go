package mrs

import (
	"cmp"
	"slices"
	"strings"
)

// commonProps are the properties that writers put first, in PyDelphin's order.
var commonProps = []string{"PERS", "NUM", "GEND", "IND", "PT", "PRONTYPE", "SF", "TENSE", "MOOD", "PROG",
	"PERF", "ASPECT", "PASS"}

// CompareProps orders the names of properties as PyDelphin writes them: the
// common ones first, then the others by name.
func CompareProps(a, b string) int {
	return cmp.Or(cmp.Compare(propRank(a), propRank(b)), cmp.Compare(a, b))
}

func propRank(p string) int {
	if i := slices.Index(commonProps, strings.ToUpper(p)); i >= 0 {
		return i
	}
	return len(commonProps)
}

// CompareRoles orders roles as PyDelphin writes them: by name, BODY and CARG
// last.
func CompareRoles(a, b string) int {
	return cmp.Or(cmp.Compare(roleRank(a), roleRank(b)), cmp.Compare(strings.ToUpper(a), strings.ToUpper(b)))
}

func roleRank(r string) int {
	switch strings.ToUpper(r) {
	case "LBL":
		return 0
	case "BODY", "CARG":
		return 2
	}
	return 1
}
