package delphinedm

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

type options struct {
	gold, test string
	format     string
	ignore     string
	result     int
	weights    [5]float64 // names, arguments, properties, constants, tops
	verbosity  int
	quiet      bool
}

var errHelp = errors.New("help")

var weightLetters = "NAPCT"

// parseArgs reads the arguments as Python's argparse does.
func parseArgs(args []string) (options, error) {
	opt := options{format: "eds", ignore: "none", weights: [5]float64{1, 1, 1, 1, 1}}
	var files []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			files = append(files, args[i+1:]...)
			i = len(args)
		case strings.HasPrefix(arg, "--"):
			name, value, has := strings.Cut(arg, "=")
			long, err := longOption(name)
			if err != nil {
				return opt, err
			}
			switch long {
			case "--help":
				return opt, errHelp
			case "--verbose":
				opt.verbosity++
				continue
			case "--quiet":
				opt.quiet = true
				continue
			}
			if !has {
				if i++; i >= len(args) {
					return opt, fmt.Errorf("argument %s: expected one argument", display(long))
				}
				value = args[i]
			}
			if err := opt.set(long, value); err != nil {
				return opt, err
			}
		case len(arg) > 1 && arg[0] == '-' && !isNumber(arg):
			used, err := opt.short(arg[1:], args[i+1:])
			if err != nil {
				return opt, err
			}
			i += used
		default:
			files = append(files, arg)
		}
	}
	switch {
	case len(files) == 0:
		return opt, errors.New("the following arguments are required: GOLD, TEST")
	case len(files) == 1:
		return opt, errors.New("the following arguments are required: TEST")
	case len(files) > 2:
		return opt, errors.New("unrecognized arguments: " + strings.Join(files[2:], " "))
	}
	opt.gold, opt.test = files[0], files[1]
	return opt, nil
}

func isNumber(s string) bool { _, err := strconv.ParseFloat(s, 64); return err == nil }

// longOption completes an abbreviated option.
func longOption(name string) (string, error) {
	var fit []string
	for _, l := range []string{"--help", "--verbose", "--quiet", "--format", "--ignore-missing"} {
		if l == name {
			return l, nil
		}
		if strings.HasPrefix(l, name) {
			fit = append(fit, l)
		}
	}
	if len(fit) != 1 {
		return "", errors.New("unrecognized arguments: " + name)
	}
	return fit[0], nil
}

// short reads -A1, -A 1, -vv and returns the number of following arguments that it
// used.
func (o *options) short(letters string, rest []string) (int, error) {
	for k := 0; k < len(letters); k++ {
		switch c := letters[k]; {
		case c == 'h':
			return 0, errHelp
		case c == 'v':
			o.verbosity++
		case c == 'q':
			o.quiet = true
		case c == 'f' || c == 'p' || strings.IndexByte(weightLetters, c) >= 0:
			option := "-" + string(c)
			if value := letters[k+1:]; value != "" {
				return 0, o.set(option, strings.TrimPrefix(value, "="))
			}
			if len(rest) == 0 || len(rest[0]) > 1 && rest[0][0] == '-' && !isNumber(rest[0]) {
				return 0, fmt.Errorf("argument %s: expected one argument", display(option))
			}
			return 1, o.set(option, rest[0])
		default:
			return 0, errors.New("unrecognized arguments: -" + letters)
		}
	}
	return 0, nil
}

// display returns the name of an option in messages.
func display(option string) string {
	if option == "-f" || option == "--format" {
		return "-f/--format"
	}
	return option
}

func (o *options) set(option, value string) error {
	switch option {
	case "-f", "--format":
		o.format = value
	case "--ignore-missing":
		switch value {
		case "gold", "test", "both", "none":
			o.ignore = value
		default:
			return fmt.Errorf("argument --ignore-missing: invalid choice: '%s' (choose from 'gold', 'test', 'both', 'none')",
				value)
		}
	case "-p":
		n, err := strconv.Atoi(strings.TrimSpace(value))
		if err != nil {
			return fmt.Errorf("argument -p: invalid int value: '%s'", value)
		}
		o.result = n
	default:
		w, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil {
			return fmt.Errorf("argument %s: invalid float value: '%s'", option, value)
		}
		o.weights[strings.IndexByte(weightLetters, option[1])] = w
	}
	return nil
}
