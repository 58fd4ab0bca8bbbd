// Package bracketscore is the common engine of EVALB (Sekine & Collins, version
// 20080701 with the changes of 2013) and of its descendant EVALB_SPMRL (Petrov,
// McDonald, Seddah; 2013): bracketing scores of one-line trees, printed byte for byte
// as by those two C programs.
//
// It reads lines as they do, with its own reader, and reproduces their faults; the
// packages evalb and evalbspmrl name them. If the C programs write or read beyond
// their arrays, the sentence is scored as if there were room, and one line on
// standard error at the end says so.
package bracketscore

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"

	"assay/internal/lazy"
	"assay/treebank"
)

// A Variant selects one of the two programs, with its limits.
type Variant struct {
	Name  string // name in our own messages
	Usage string
	SPMRL bool

	LineBytes, Words, Brackets, LabelBytes, TextBytes, DeleteLabels int
}

// Limits that both programs share.
const (
	wordBytes   = 99
	quoteTerms  = 20
	quoteLabels = 20
	paramBytes  = 499
)

// A run is one call of the program.
type run struct {
	Variant
	out  *bufio.Writer
	errs *bufio.Writer

	debug, maxError, cutoff       int
	unlabelled                    bool
	compact, compactCut           bool     // -L, -l
	countEmpty                    bool     // -X
	showNames                     bool     // -V
	maxSentences                  int      // -K, -1 without
	names                         []string // of the files: gold, system, and those that are ignored
	deleteLabels, deleteForLength []string
	quoteLabels                   []string
	equalLabels                   [][2]treebank.Symbol
	equalWords                    [][2]string
	syms                          *treebank.Symbols
	labels                        []labelInfo // by symbol
	trimmed                       bool        // SPMRL: the list of labels to delete has been cut
	gold, system                  side
	stack                         stack
	line                          int // number of the sentence
	status, errors, length        int
	goldBrackets, systemBrackets  int
	all, short                    totals
	beyond                        int // sentences beyond the arrays of the original
	beyondWhat                    string
	row                           []byte
}

// Main runs the program and returns its exit status.
func Main(v Variant, args []string, stdout, stderr io.Writer) int {
	r := &run{
		Variant: v, out: bufio.NewWriterSize(stdout, 64<<10), errs: bufio.NewWriter(stderr),
		maxError: 10, cutoff: 40, maxSentences: -1, syms: treebank.NewSymbols(),
	}
	status, done := r.options(args)
	if !done {
		status = r.files()
	}
	if r.beyond > 0 {
		fmt.Fprintf(r.errs, "%s: %s, beyond what the original defines; scored as if it had room (%d such)\n",
			r.Name, r.beyondWhat, r.beyond)
	}
	r.out.Flush()
	r.errs.Flush()
	return status
}

// options reads the arguments as the original does: in order, clusters end at the
// first letter that takes effect, surplus file names are ignored.
func (r *run) options(args []string) (status int, done bool) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "" || arg[0] != '-' {
			r.names = append(r.names, arg)
			continue
		}
		if arg == "-" {
			continue
		}
		value := func(what string) string {
			if len(arg) > 2 {
				return arg[2:]
			}
			if i+1 < len(args) {
				i++
				return args[i]
			}
			fmt.Fprintf(r.errs, "Missing argument: %s\n", what)
			return ""
		}
		switch c := arg[1]; {
		case c == 'h':
			r.errs.WriteString(r.Usage)
			return 1, true
		case c == 'd':
			r.debug = 1
		case c == 'D':
			r.debug = 2
		case c == 'c':
			r.cutoff = atoi(value("cut-off length for statistices"))
			if r.SPMRL {
				fmt.Fprintf(r.errs, "cutoff %d\n", r.cutoff)
			}
		case c == 'e':
			r.maxError = atoi(value("number of error to kill"))
		case c == 'p':
			name := value("parameter file")
			if !r.parameters(name) {
				fmt.Fprintf(r.errs, "Can't open parameter file (%s)\n", name)
				return 1, true
			}
		case c == 'K' && r.SPMRL:
			r.maxSentences = atoi(value("Max nb of  sentences to read"))
		case c == 'L' && r.SPMRL:
			r.compact = true
		case c == 'l' && r.SPMRL:
			r.compact, r.compactCut = true, true
		case c == 'X' && r.SPMRL:
			r.countEmpty = true
		case c == 'V' && r.SPMRL:
			r.showNames = true
		default:
			r.errs.WriteString(r.Usage)
			return 0, true
		}
	}
	return 0, false
}

// files opens the two files and scores them.
func (r *run) files() int {
	given := len(r.names)
	r.names = append(r.names, "(null)", "(null)")
	var sides [2]*os.File
	for i, what := range []string{"gold", "test"} {
		file, err := os.Open(r.names[i])
		if err != nil || i >= given {
			fmt.Fprintf(r.errs, "Can't open %s file (%s)\n", what, r.names[i])
			return 1
		}
		defer file.Close()
		sides[i] = file
	}
	return r.score(sides[0], sides[1])
}

// score scores two files line by line.
func (r *run) score(gold, system io.Reader) int {
	r.head()
	a, b := newLines(gold), newLines(system)
	quiet := false
	for r.line = 1; ; r.line++ {
		line, ok := a.next()
		if !ok {
			break
		}
		r.status, r.goldBrackets, r.systemBrackets = 0, 0, 0
		if r.length, ok = r.read(&r.gold, line); !ok {
			return 1
		}
		line, ok = b.next()
		if !ok {
			if !r.fault("Number of lines unmatch (too many lines in gold file)\n") {
				return 1
			}
			break
		}
		if _, ok = r.read(&r.system, line); !ok {
			return 1
		}
		if !r.compare() {
			return 1
		}
		if r.debug >= 1 {
			r.tables()
		}
		if r.maxSentences != -1 && r.line+1 > r.maxSentences {
			quiet = true
			break
		}
	}
	if !quiet {
		if _, more := b.next(); more && !r.fault("Number of lines unmatch (too many lines in test file)\n") {
			return 1
		}
	}
	r.summary()
	return 0
}

// fault reports an error of the current sentence. It returns false if the original
// exits: at the error after MAX_ERROR+1 others.
func (r *run) fault(format string, args ...any) bool {
	r.status = 1
	fmt.Fprintf(r.errs, "%d : ", r.line)
	fmt.Fprintf(r.errs, format, args...)
	r.errors++
	return r.errors-1 <= r.maxError
}

// exceeds records that a number exceeds the room of the original.
func (r *run) exceeds(what string, n, most int) {
	if n <= most {
		return
	}
	if r.beyond == 0 {
		where := "parameter file"
		if r.line > 0 {
			where = fmt.Sprintf("line %d", r.line)
		}
		r.beyondWhat = fmt.Sprintf("%s: %d %s where %d fit", where, n, what, most)
	}
	r.beyond++
}

// Usage is the help text, with the lines about further options.
func Usage(more string) string {
	return ` evalb [-dDh][-c n][-e n][-p param_file] gold-file test-file  
                                                         
    Evaluate bracketing in test-file against gold-file.  
    Return recall, precision, F-Measure, tag accuracy.              
                                                         
  <option>                                               
    -d             debug mode                            
    -D             debug mode plus bracketing info       
    -c n           cut-off length forstatistics (def.=40)
    -e n           number of error to kill (default=10)  
    -p param_file  parameter file                        
` + more + `    -h    help                                           
`
}

var leadingInt = lazy.Regexp(`^[\t-\r ]*([+-]?[0-9]+)`)

// atoi is C's atoi with glibc's overflow: through a long, cut to an int.
func atoi(s string) int {
	m := leadingInt().FindStringSubmatch(s)
	if m == nil {
		return 0
	}
	n, _ := strconv.ParseInt(m[1], 10, 64) // saturates as strtol does
	return int(int32(n))
}
