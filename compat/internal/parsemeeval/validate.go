package parsemeeval

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/compat/internal/argparse"
	"assay/compat/internal/python"
)

const usageValidate = "usage: validate_cupt.py [-h] [--underspecified-mwes] --input INPUT\n"

// validCategories are the categories of edition 1.1, besides LS.*.
const validCategories = " VID LVC.full LVC.cause IRV VPC.full VPC.semi MVC IAV "

// MainValidate is validate_cupt.py.
func MainValidate(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	parser := &argparse.Parser{Program: "validate_cupt.py", Usage: usageValidate,
		Help: "\nConvert check if file is in the CUPT format (edition 1.1).\n",
		Arguments: []argparse.Argument{argparse.Help, {Name: "--underspecified-mwes"},
			{Name: "--input", Words: 1, Required: true, Check: argparse.File}}}
	return parser.Run(args, stdout, stderr, func(given argparse.Given, _ *bufio.Writer) error {
		text, err := load(given.Text("--input", ""))
		if err != nil {
			return err
		}
		if err := validate(text, given.Has("--underspecified-mwes")); err != nil {
			return err
		}
		fmt.Fprintln(stderr, "Validated: no errors.")
		return nil
	})
}

func validate(text string, blind bool) error {
	if text == "" {
		return fmt.Errorf("StopIteration")
	}
	header, text, _ := strings.Cut(text, "\n")
	if !strings.Contains(header, "global.columns =") {
		return fmt.Errorf("ERROR: first line must specify global.columns")
	}
	columns := strings.FieldsFunc(header[strings.LastIndexByte(header, '=')+1:], python.IsSpace)
	if !slices.Contains(columns, "PARSEME:MWE") {
		return fmt.Errorf("ERROR: missing column PARSEME:MWE")
	}
	categories := map[int]string{}
	number := 1
	for line := range strings.Lines(text) {
		number++
		if strings.HasPrefix(line, "#") || python.Strip(line) == "" {
			clear(categories)
			continue
		}
		fields := strings.Split(python.Strip(line), "\t")
		if len(fields) != len(columns) {
			return fmt.Errorf("ERROR: line %d has only %d columns (expected %d)", number, len(fields), len(columns))
		}
		for i, name := range columns {
			if slices.Contains(columns[:i], name) {
				continue // one field of a dict
			}
			last := len(columns) - 1
			for columns[last] != name {
				last--
			}
			if err := validateField(name, fields[last], number, blind, categories); err != nil {
				return err
			}
		}
	}
	return nil
}

func validateField(name, value string, line int, blind bool, categories map[int]string) error {
	switch {
	case value == "":
		return fmt.Errorf("ERROR: line %d has empty %s field", line, name)
	case name != "PARSEME:MWE":
		return nil
	case blind && value != "_":
		return fmt.Errorf(`ERROR: line %d has a specific PARSEME:MWE value (expecting the underspecified "_")`, line)
	case !blind && value == "_":
		return fmt.Errorf("ERROR: line %d has an unexpected PARSEME:MWE value (if this is blind data, use "+
			"--underspecified)", line)
	case strings.Contains("*_", value):
		return nil
	}
	for code := range strings.SplitSeq(value, ";") {
		if err := validateCode(code, line, categories); err != nil {
			return err
		}
	}
	return nil
}

func validateCode(code string, line int, categories map[int]string) error {
	if id, ok := python.Int(code); ok {
		if _, known := categories[id]; !known {
			return fmt.Errorf("ERROR: line %d refers to MWE '%d' without giving it a category right away", line, id)
		}
		return nil
	}
	parts := strings.Split(code, ":")
	id, ok := python.Int(parts[0])
	if len(parts) != 2 || !ok {
		return fmt.Errorf("ERROR: line %d has MWE code %s (expecting an integer like '3' a pair like '3:LVC.full')",
			line, python.Quote(code))
	}
	category := parts[1]
	if old, known := categories[id]; known {
		return fmt.Errorf("ERROR: line %d redefines a category ('%d:%s' => '%[2]d:%[4]s')", line, id, old, category)
	}
	if (strings.Contains(category, " ") || category == "" || !strings.Contains(validCategories, " "+category+" ")) &&
		!strings.HasPrefix(category, "LS.") {
		return fmt.Errorf("ERROR: line %d refers to an invalid category name ('%s')", line, category)
	}
	categories[id] = category
	return nil
}
