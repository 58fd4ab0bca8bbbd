// Package template fills HTML templates in the syntax of html/template, of which it
// has the parts that our pages use: fields, variables, if, with, range, template,
// define, and, or, not, eq, index, and functions of the caller.
//
// It calls no methods by name. A program that links html/template or text/template
// keeps every exported method of every type, because a template may name any: 4.5 MB
// of assay.
//
// All values are escaped for their place, as html/template does: text and attributes,
// addresses (href, src, action), and nothing but CSS and JS in styles and scripts.
package template

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"text/template/parse"
)

// HTML is markup that is safe to write unchanged.
type HTML string

// CSS is the text of a style sheet, for style elements.
type CSS string

// JS is a script or JSON without "</script", for script elements.
type JS string

// A FuncMap holds functions with one result by their names in templates.
type FuncMap map[string]any

// A Template is a set of named templates. It may be executed by many goroutines.
type Template struct {
	name  string
	funcs FuncMap
	trees map[string]*parse.Tree
}

// New returns an empty set; Execute will run the template of that name.
func New(name string) *Template {
	return &Template{name: name, funcs: FuncMap{}, trees: map[string]*parse.Tree{}}
}

// Funcs adds functions, before the templates that call them are parsed.
func (t *Template) Funcs(f FuncMap) *Template {
	maps.Copy(t.funcs, f)
	return t
}

// ParseFS parses files into a new set. The first file gives the name.
func ParseFS(from fs.FS, files ...string) (*Template, error) {
	return New(path.Base(files[0])).ParseFS(from, files...)
}

// ParseFS adds files, each under its base name, and the templates they define.
func (t *Template) ParseFS(from fs.FS, files ...string) (*Template, error) {
	for _, file := range files {
		text, err := fs.ReadFile(from, file)
		if err != nil {
			return nil, err
		}
		if err := t.Parse(path.Base(file), string(text)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// builtin are the names of the functions that every template has.
var builtin = map[string]any{"and": true, "or": true, "not": true, "eq": true, "index": true}

// Parse adds the template name with this text, and the templates it defines.
func (t *Template) Parse(name, text string) error {
	trees, err := parse.Parse(name, text, "", "", builtin, t.funcs)
	if err != nil {
		return err
	}
	maps.Copy(t.trees, trees)
	return nil
}

// Execute runs the template of the set's own name.
func (t *Template) Execute(w io.Writer, data any) error { return t.ExecuteTemplate(w, t.name, data) }

// ExecuteTemplate runs the template name on data. After an error w may hold a part of
// the page.
func (t *Template) ExecuteTemplate(w io.Writer, name string, data any) error {
	x := &execution{Template: t, w: w}
	x.call(name, reflect.ValueOf(data))
	return x.err
}

// An execution runs templates on one value.
type execution struct {
	*Template
	w     io.Writer
	place place
	vars  []variable
	depth int
	err   error // nothing is written after the first
}

type variable struct {
	name  string
	value reflect.Value
}

// deepest is how deep templates may call one another.
const deepest = 1000

// fail ends the execution and returns no value.
func (x *execution) fail(n parse.Node, format string, args ...any) reflect.Value {
	if x.err == nil {
		where := ""
		if n != nil {
			where = " in {{" + n.String() + "}}"
		}
		x.err = fmt.Errorf("template %s%s: %s", x.name, where, fmt.Sprintf(format, args...))
	}
	return reflect.Value{}
}

// call runs the template name on dot.
func (x *execution) call(name string, dot reflect.Value) {
	tree := x.trees[name]
	switch {
	case tree == nil || tree.Root == nil:
		x.fail(nil, "no template %q", name)
		return
	case x.depth == deepest:
		x.fail(nil, "template %q calls itself", name)
		return
	}
	x.depth++
	outer := x.vars
	x.vars = []variable{{"$", dot}}
	x.list(tree.Root, dot)
	x.vars = outer
	x.depth--
}

func (x *execution) list(l *parse.ListNode, dot reflect.Value) {
	if l == nil {
		return
	}
	before := len(x.vars)
	for _, n := range l.Nodes {
		if x.err == nil {
			x.node(n, dot)
		}
	}
	x.vars = x.vars[:before]
}

func (x *execution) node(n parse.Node, dot reflect.Value) {
	switch node := n.(type) {
	case *parse.TextNode:
		x.write(string(node.Text))
	case *parse.ActionNode:
		if v := x.pipe(node.Pipe, dot); len(node.Pipe.Decl) == 0 {
			x.print(node, v)
		}
	case *parse.IfNode:
		before := len(x.vars)
		if truth(x.pipe(node.Pipe, dot)) {
			x.list(node.List, dot)
		} else {
			x.list(node.ElseList, dot)
		}
		x.vars = x.vars[:before]
	case *parse.WithNode:
		before := len(x.vars)
		if v := x.pipe(node.Pipe, dot); truth(v) {
			x.list(node.List, v)
		} else {
			x.list(node.ElseList, dot)
		}
		x.vars = x.vars[:before]
	case *parse.RangeNode:
		x.each(node, dot)
	case *parse.TemplateNode:
		var v reflect.Value
		if node.Pipe != nil {
			v = x.pipe(node.Pipe, dot)
		}
		x.call(node.Name, v)
	case *parse.CommentNode:
	default:
		x.fail(node, "not supported")
	}
}

// each runs a range over a list.
func (x *execution) each(n *parse.RangeNode, dot reflect.Value) {
	before := len(x.vars)
	list := indirect(x.pipe1(n.Pipe, dot))
	if !list.IsValid() || list.Kind() != reflect.Slice && list.Kind() != reflect.Array {
		if truth(list) {
			x.fail(n.Pipe, "cannot range over %s", list.Type())
			return
		}
		x.list(n.ElseList, dot)
		return
	}
	if list.Len() == 0 {
		x.list(n.ElseList, dot)
	}
	for i := 0; i < list.Len() && x.err == nil; i++ {
		item := list.Index(i)
		switch d := n.Pipe.Decl; len(d) {
		case 1:
			x.vars = append(x.vars, variable{d[0].Ident[0], item})
		case 2:
			x.vars = append(x.vars, variable{d[0].Ident[0], reflect.ValueOf(i)}, variable{d[1].Ident[0], item})
		}
		x.list(n.List, item)
		x.vars = x.vars[:before]
	}
}

// pipe returns the value of a pipeline, and declares its variable.
func (x *execution) pipe(p *parse.PipeNode, dot reflect.Value) reflect.Value {
	value := x.pipe1(p, dot)
	for _, d := range p.Decl {
		if p.IsAssign {
			return x.fail(p, "assignment is not supported")
		}
		x.vars = append(x.vars, variable{d.Ident[0], value})
	}
	return value
}

// pipe1 evaluates a pipeline that sets no variables: one command.
func (x *execution) pipe1(p *parse.PipeNode, dot reflect.Value) reflect.Value {
	if len(p.Cmds) != 1 {
		return x.fail(p, "want one command")
	}
	return x.command(p.Cmds[0], dot)
}

func (x *execution) command(commandNode *parse.CommandNode, dot reflect.Value) reflect.Value {
	first := commandNode.Args[0]
	if name, ok := first.(*parse.IdentifierNode); ok {
		return x.function(commandNode, name.Ident, dot)
	}
	if len(commandNode.Args) > 1 {
		return x.fail(commandNode, "only functions take arguments")
	}
	return x.value(first, dot)
}

// value returns the value of an argument.
func (x *execution) value(node parse.Node, dot reflect.Value) reflect.Value {
	switch node := node.(type) {
	case *parse.DotNode:
		return dot
	case *parse.FieldNode:
		return x.fields(node, dot, node.Ident)
	case *parse.VariableNode:
		for i := len(x.vars) - 1; i >= 0; i-- {
			if x.vars[i].name == node.Ident[0] {
				return x.fields(node, x.vars[i].value, node.Ident[1:])
			}
		}
		return x.fail(node, "no such variable")
	case *parse.PipeNode:
		return x.pipe(node, dot)
	case *parse.StringNode:
		return reflect.ValueOf(node.Text)
	case *parse.NumberNode:
		if node.IsInt {
			return reflect.ValueOf(int(node.Int64))
		}
		return reflect.ValueOf(node.Float64)
	case *parse.BoolNode:
		return reflect.ValueOf(node.True)
	case *parse.IdentifierNode:
		return x.function(&parse.CommandNode{Args: []parse.Node{node}}, node.Ident, dot)
	}
	return x.fail(node, "not supported")
}

// fields follows names of fields, or of keys of maps.
func (x *execution) fields(node parse.Node, value reflect.Value, names []string) reflect.Value {
	for _, name := range names {
		value = indirect(value)
		switch {
		case !value.IsValid():
			return x.fail(node, "%s of nothing", name)
		case value.Kind() == reflect.Map:
			key := value.MapIndex(reflect.ValueOf(name))
			if !key.IsValid() {
				key = reflect.Zero(value.Type().Elem())
			}
			value = key
		case value.Kind() == reflect.Struct:
			f, ok := value.Type().FieldByName(name)
			if !ok || !f.IsExported() {
				return x.fail(node, "%s has no field %s", value.Type(), name)
			}
			field, err := value.FieldByIndexErr(f.Index)
			if err != nil {
				return x.fail(node, "%v", err)
			}
			value = field
		default:
			return x.fail(node, "%s has no field %s", value.Type(), name)
		}
	}
	return value
}

// function returns the result of a function.
func (x *execution) function(commandNode *parse.CommandNode, name string, dot reflect.Value) reflect.Value {
	args := commandNode.Args[1:]
	arg := func(i int) reflect.Value {
		if i >= len(args) {
			return x.fail(commandNode, "want more arguments")
		}
		return x.value(args[i], dot)
	}
	switch name {
	case "and", "or":
		v := arg(0)
		for i := 1; i < len(args) && truth(v) == (name == "and"); i++ {
			v = arg(i)
		}
		return v
	case "not":
		return reflect.ValueOf(!truth(arg(0)))
	case "eq":
		a, b := indirect(arg(0)), indirect(arg(1))
		return reflect.ValueOf(a.IsValid() && b.IsValid() && a.Comparable() && b.Comparable() &&
			a.Interface() == b.Interface())
	case "index":
		return x.index(commandNode, indirect(arg(0)), indirect(arg(1)))
	}
	f := reflect.ValueOf(x.funcs[name])
	if !f.IsValid() || f.Type().NumIn() != len(args) || f.Type().NumOut() != 1 {
		return x.fail(commandNode, "%s cannot be called so", name)
	}
	var in []reflect.Value
	for i := range args {
		value := arg(i)
		if f.Type().In(i).Kind() == reflect.Struct {
			value = indirect(value)
		}
		if !value.IsValid() || !value.Type().AssignableTo(f.Type().In(i)) {
			return x.fail(commandNode, "argument %d of %s is not of type %s", i+1, name, f.Type().In(i))
		}
		in = append(in, value)
	}
	return f.Call(in)[0]
}

func (x *execution) index(c parse.Node, value, at reflect.Value) reflect.Value {
	switch {
	case value.IsValid() && value.Kind() == reflect.Map && at.IsValid() && at.Type() == value.Type().Key():
		if e := value.MapIndex(at); e.IsValid() {
			return e
		}
		return reflect.Zero(value.Type().Elem())
	case value.IsValid() && value.Kind() == reflect.Slice && at.IsValid() && at.CanInt() && at.Int() >= 0 &&
		at.Int() < int64(value.Len()):
		return value.Index(int(at.Int()))
	}
	return x.fail(c, "no such element")
}

// indirect follows pointers and interfaces; nil gives the zero Value.
func indirect(value reflect.Value) reflect.Value {
	for value.IsValid() && (value.Kind() == reflect.Pointer || value.Kind() == reflect.Interface) {
		if value.IsNil() {
			return reflect.Value{}
		}
		value = value.Elem()
	}
	return value
}

// truth reports whether value is neither empty, zero, false nor nil. Structs are true.
func truth(value reflect.Value) bool {
	value = indirect(value)
	switch {
	case !value.IsValid():
		return false
	case value.Kind() == reflect.Slice || value.Kind() == reflect.Map || value.Kind() == reflect.Array:
		return value.Len() > 0
	case value.Kind() == reflect.Struct:
		return true
	}
	return !value.IsZero()
}

// write writes markup of the template itself.
func (x *execution) write(text string) {
	x.place.pass(text)
	x.put(text)
}

func (x *execution) put(text string) {
	if x.err == nil {
		_, x.err = io.WriteString(x.w, text)
	}
}

// print writes a value, escaped for its place.
func (x *execution) print(node parse.Node, v reflect.Value) {
	v = indirect(v)
	if !v.IsValid() {
		return
	}
	text, err := x.place.escape(v.Interface())
	if err != nil {
		x.fail(node, "%v", err)
		return
	}
	x.put(text)
}

// errPlace reports a value that cannot be made safe where it is.
var errPlace = errors.New("only CSS in styles and JS in scripts, and values of attributes in quotes")

func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case HTML:
		return string(v)
	}
	return fmt.Sprint(v)
}
