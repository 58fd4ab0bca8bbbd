package study

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"assay/corpus"
	"assay/eval"
	"assay/eval/breakdown"
	"assay/internal/message"
	"assay/study/finding"
	"assay/treebank"
)

// selecting reads the condition and the keys.
func (s *Study) selecting(opt *eval.Options) error {
	config := s.Keys()
	var err error
	if s.Where != "" {
		if opt.Where, err = config.Where(s.Where); err != nil {
			return KeyError("option where", err)
		}
	}
	if err := s.fieldless(); err != nil {
		return err
	}
	if by := s.ranks(opt); by != "" {
		if opt.By, err = config.Parse(by); err != nil {
			return KeyError("option by", err)
		}
	}
	return nil
}

// Keys is how the keys of the study are read. They know the words of its training data.
func (s *Study) Keys() (config breakdown.Config) {
	if len(s.Train) > 0 {
		if s.words == nil {
			s.words = &breakdown.Vocabulary{}
		}
		config.Train = s.words
	}
	return config
}

// withFields prepares a source for the fields of profiles that keys and conditions name.
func (s *Study) withFields() []func(*treebank.Source) {
	if s.fields == nil {
		s.fields = map[string]bool{}
		for _, name := range breakdown.FieldNames(s.By, s.Where) {
			s.fields[name] = false
		}
		if s.Suite {
			s.fields[Grammatical], s.fields[Phenomenon] = false, false
		}
	}
	if len(s.fields) == 0 {
		return nil
	}
	names := slices.Sorted(maps.Keys(s.fields))
	return []func(*treebank.Source){corpus.WithFields(names, func(key string) { s.fields[key] = true })}
}

// fieldless is the error of a field that neither side has.
func (s *Study) fieldless() error {
	for _, name := range breakdown.FieldNames(s.By, s.Where) {
		if !s.fields[name] {
			return fmt.Errorf("key %s: want a field of the table item, parse, phenomenon or set of an [incr tsdb()] profile, "+
				"found none in %s or the systems", name, filepath.Base(s.gold.Name))
		}
	}
	return nil
}

// KeyError is the error of a key or condition, with a hint. The option is a template.
func KeyError(option string, err error) error {
	err = message.Errorf(option+": %w", err)
	if _, ok := errors.AsType[*breakdown.NoTrainError](err); ok {
		err = message.Errorf("%w\nhint: option train=FILE names them", err)
	}
	return err
}

// train reads the training files, once, with the steps of gold. One that cannot be read
// is named, and the run goes on with the others.
func (s *Study) train() error {
	if s.words == nil || s.trained {
		return nil
	}
	s.trained = true
	change := InOrder(finding.Uncounted(slices.Concat(s.plainSteps[0], s.goldRules)))
	failed, unread := 0, 0
	for _, name := range s.Train {
		src, err := s.Files.AsFarAs(s.Files.Open(name, ""))
		if unknown, ok := errors.AsType[*corpus.FormatError](err); ok {
			if err = fmt.Errorf("cannot tell the format of %s; give it the ending of its format, such as .conllu or .mrg",
				unknown.File); unknown.Empty {
				err = fmt.Errorf("%s: the file is empty", unknown.File)
			}
		}
		if err != nil {
			unread++
			s.trainFault("%v", err)
			continue
		}
		for sentence, err := range src.All() {
			if sentence == nil {
				unread++
				s.trainFault("%v", err)
				continue
			}
			if err == nil {
				err = change(sentence)
			}
			switch {
			case err != nil:
				if failed++; failed <= mostFaults {
					s.Files.notes.NoteTrain(err.Error(), true)
				}
			case !sentence.Missing:
				s.words.Add(sentence)
			}
		}
	}
	if unread > 0 {
		s.trainFault("%s could not be read", plural(unread, "file"))
		s.Files.Unread = true
	}
	if failed > 0 {
		s.trainFault("%s could not be read", plural(failed, "sentence"))
	}
	if s.words.Words == 0 {
		return &InputError{message.Errorf("option train: the files have no words")}
	}
	return nil
}

// trainFault notes a fault of the training data.
func (s *Study) trainFault(format string, args ...any) {
	s.Files.notes.NoteTrain(fmt.Sprintf(format, args...), false)
}

// mostFaults is how many sentences of the training data are named that cannot be changed.
const mostFaults = 100
