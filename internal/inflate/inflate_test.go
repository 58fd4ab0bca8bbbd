package inflate_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"assay/internal/inflate"
	"assay/internal/shared"
)

// plain decompresses with the standard library.
func plain(packed []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

func fast(z *inflate.Reader, packed io.Reader) ([]byte, error) {
	if err := z.Reset(bufio.NewReaderSize(packed, 4096)); err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// same compares a file with its plain twin. A damaged file gives an error, and before
// it nothing that the twin does not give.
func same(t *testing.T, z *inflate.Reader, packed []byte) {
	t.Helper()
	want, wantErr := plain(packed)
	got, err := fast(z, bytes.NewReader(packed))
	if (err == nil) != (wantErr == nil) {
		t.Fatalf("the error is %v, by the standard library %v", err, wantErr)
	}
	if wantErr == nil && !bytes.Equal(got, want) {
		t.Fatalf("%d bytes, by the standard library %d, and others", len(got), len(want))
	}
	if n := min(len(got), len(want)); !bytes.Equal(got[:n], want[:n]) {
		t.Fatal("bytes before the error differ")
	}
	slow, slowErr := fast(z, iotest.OneByteReader(bytes.NewReader(packed)))
	if !bytes.Equal(slow, got) || (slowErr == nil) != (err == nil) {
		t.Fatalf("byte by byte %d bytes and %v, at once %d and %v", len(slow), slowErr, len(got), err)
	}
}

func pack(t testing.TB, level int, text []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, level)
	if err != nil {
		t.Fatal(err)
	}
	z.Name, z.Comment, z.Extra = "name", "comment", []byte("extra")
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// texts are of many kinds: empty, repeating, random, with matches at every distance.
func texts() map[string][]byte {
	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 300_000)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	few := make([]byte, 200_000) // codes of very different lengths
	for i := range few {
		for few[i] = 'a'; few[i] < 'z' && random.IntN(2) == 0; few[i]++ {
		}
	}
	var far []byte
	for range 2000 {
		at := random.IntN(200_000)
		far = append(far, noise[at:at+1+random.IntN(300)]...)
		if len(far) > 10 {
			at = max(0, len(far)-1-random.IntN(33_000))
			far = append(far, far[at:min(len(far), at+random.IntN(300))]...)
		}
	}
	return map[string][]byte{
		"empty": {}, "one": {'x'}, "zeros": make([]byte, 1_000_000), "noise": noise, "few": few, "far": far,
		"pairs": bytes.Repeat([]byte("ab"), 50_000), "words": []byte(strings.Repeat("to be or not to be, that is the question\n", 4000)),
	}
}

func TestTexts(t *testing.T) {
	z := new(inflate.Reader) // the same for all: nothing of a file is left
	for name, text := range texts() {
		for level := gzip.HuffmanOnly; level <= gzip.BestCompression; level++ {
			packed := pack(t, level, text)
			got, err := fast(z, bytes.NewReader(packed))
			if err != nil || !bytes.Equal(got, text) {
				t.Fatalf("%s, level %d: %v", name, level, err)
			}
			same(t, z, append(packed, pack(t, 1, []byte("a second member"))...))
			same(t, z, append(packed, "rubbish"...))
		}
	}
}

// TestDamage cuts files off everywhere and changes bits.
func TestDamage(t *testing.T) {
	z, random := new(inflate.Reader), rand.New(rand.NewPCG(3, 4))
	for name, text := range texts() {
		for _, level := range []int{gzip.HuffmanOnly, 0, 1, 9} {
			packed := pack(t, level, text[:min(len(text), 3000)])
			for range 150 {
				cut := packed[:1+random.IntN(len(packed)-1)]
				same(t, z, cut)
				if _, err := fast(z, bytes.NewReader(cut)); err != io.ErrUnexpectedEOF {
					t.Fatalf("%s, level %d, cut off after %d of %d bytes: %v", name, level, len(cut), len(packed), err)
				}
				broken := bytes.Clone(packed)
				broken[random.IntN(len(broken))] ^= 1 << random.IntN(8)
				same(t, z, broken)
			}
		}
	}
}

// TestFiles reads every compressed file of the data.
func TestFiles(t *testing.T) {
	z, files := new(inflate.Reader), 0
	root := shared.Path(t, "data")
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".gz" {
			return err
		}
		packed, err := os.ReadFile(path)
		if err != nil || len(packed) > 1<<20 {
			return err
		}
		files++
		want, wantErr := plain(packed)
		got, err := fast(z, bytes.NewReader(packed))
		if !bytes.Equal(got, want) || (err == nil) != (wantErr == nil) {
			t.Errorf("%s: %d bytes and %v, by the standard library %d and %v", path, len(got), err, len(want), wantErr)
		}
		return nil
	})
	if err != nil || files < 50 {
		t.Fatal(files, err)
	}
}

func FuzzRead(f *testing.F) {
	for name, text := range texts() {
		if name != "noise" {
			f.Add(pack(f, 6, text[:min(len(text), 2000)]))
		}
	}
	f.Add(pack(f, 0, []byte("stored")))
	z := new(inflate.Reader)
	f.Fuzz(func(t *testing.T, packed []byte) {
		if len(packed) < 1<<16 {
			same(t, z, packed)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	packed, err := os.ReadFile(shared.Path(b, "data", "sem-tsdb", "erg-2025", "csli", "result.gz"))
	if err != nil {
		b.Fatal(err)
	}
	z, buf := new(inflate.Reader), make([]byte, 64<<10)
	src := bufio.NewReaderSize(nil, 64<<10)
	b.SetBytes(int64(len(packed)))
	for b.Loop() {
		src.Reset(bytes.NewReader(packed))
		if err := z.Reset(src); err != nil {
			b.Fatal(err)
		}
		for {
			if _, err := z.Read(buf); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
}
