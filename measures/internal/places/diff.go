package places

// A differ finds a longest common subsequence (Myers 1986, An O(ND) difference algorithm).
type differ struct {
	rows [][]int32 // by number of changes: the furthest place in a on each diagonal
}

// shared sets, for each character of a and of b and for their ends, the number of characters before it that both
// have. It returns the number of characters that one has alone, and false if they are more than most.
func (d *differ) shared(a, b []byte, most int, out *[2][]int32) (changed int, ok bool) {
	changed = d.search(a, b, most)
	if changed < 0 {
		return 0, false
	}
	onlyA, onlyB := make([]bool, len(a)), make([]bool, len(b))
	x, y := int32(len(a)), int32(len(b))
	for n := changed; n > 0; n-- {
		k := x - y
		row := d.rows[n-1]
		down := k == int32(-n) || k != int32(n) && at(row, k-1, n) < at(row, k+1, n)
		if down { // the character of b is not in a
			from := at(row, k+1, n)
			x, y = from, from-(k+1)
			onlyB[y] = true
			continue
		}
		from := at(row, k-1, n)
		x, y = from, from-(k-1)
		onlyA[x] = true
	}
	for i, only := range [][]bool{onlyA, onlyB} {
		list, n := (*out)[i][:0], int32(0)
		for _, alone := range only {
			list = append(list, n)
			if !alone {
				n++
			}
		}
		(*out)[i] = append(list, n)
	}
	return changed, true
}

// at returns the place on diagonal k after n-1 changes, -1 if there is none.
func at(row []int32, k int32, n int) int32 {
	i := int(k) + n - 1
	if i < 0 || i >= len(row) {
		return -1
	}
	return row[i]
}

// search returns the number of changes between a and b, -1 if they are more than most.
func (d *differ) search(a, b []byte, most int) int {
	d.rows = d.rows[:0]
	for n := 0; n <= most; n++ {
		row := make([]int32, 2*n+1)
		for k := int32(-n); k <= int32(n); k += 2 {
			x := int32(0)
			if n > 0 {
				before := d.rows[n-1]
				if down := at(before, k+1, n); k == int32(-n) || k != int32(n) && at(before, k-1, n) < down {
					x = down
				} else {
					x = at(before, k-1, n) + 1
				}
			}
			y := x - k
			for int(x) < len(a) && int(y) < len(b) && x >= 0 && y >= 0 && a[x] == b[y] {
				x, y = x+1, y+1
			}
			row[int(k)+n] = x
			if int(x) >= len(a) && int(y) >= len(b) {
				d.rows = append(d.rows, row)
				return n
			}
		}
		d.rows = append(d.rows, row)
	}
	return -1
}
