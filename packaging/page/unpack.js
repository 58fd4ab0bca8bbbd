// Unpacks the parts of the page: seven bits to a letter, and .lzma (LZMA SDK 9.20, lzma-specification.txt), which
// browsers do not unpack themselves.
"use strict";

// lettersOf returns the bytes of a text that letters in cmd/site wrote.
function lettersOf(text) {
  const barred = [0, 13, 60];
  const out = new Uint8Array(Math.ceil((text.length * 14) / 8) + 2);
  let held = 0,
    n = 0,
    at = 0;
  const put = seven => {
    held = (held << 7) | seven;
    n += 7;
    if (n >= 8) {
      n -= 8;
      out[at++] = held >> n;
      held &= (1 << n) - 1;
    }
  };
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c >= 128) put(barred[(c >> 7) - 2]);
    put(c & 127);
  }
  return out.subarray(0, at);
}

// unlzma returns the size bytes that are packed in a file.
function unlzma(src, size) {
  const out = new Uint8Array(size);
  const lc = src[0] % 9,
    lp = Math.floor(src[0] / 9) % 5,
    pb = Math.floor(src[0] / 45);
  const probabilities = n => new Uint16Array(n).fill(1024);
  const positions = 1 << pb,
    posMask = positions - 1,
    literalMask = (1 << lp) - 1;
  const isMatch = probabilities(12 << 4),
    isRep0Long = probabilities(12 << 4);
  const isRep = probabilities(12),
    isRep0 = probabilities(12),
    isRep1 = probabilities(12),
    isRep2 = probabilities(12);
  const slots = probabilities(4 << 6),
    special = probabilities(128),
    align = probabilities(16);
  const literals = probabilities(0x300 << (lc + lp));
  const lengths = () => ({
    choice: probabilities(2),
    low: probabilities(8 << 4),
    mid: probabilities(8 << 4),
    high: probabilities(256)
  });
  const matchLength = lengths(),
    repLength = lengths();
  // range and code are in an array: variables of a closure would be boxed
  const r = new Uint32Array([0xffffffff, (src[14] << 24) | (src[15] << 16) | (src[16] << 8) | src[17]]);
  let at = 18;

  function bit(probs, i) {
    const p = probs[i],
      bound = (r[0] >>> 11) * p;
    let range,
      b = 0;
    if (r[1] < bound) {
      range = bound;
      probs[i] = p + ((2048 - p) >> 5);
    } else {
      range = r[0] - bound;
      r[1] -= bound;
      probs[i] = p - (p >> 5);
      b = 1;
    }
    if (range < 0x1000000) {
      range <<= 8;
      r[1] = (r[1] << 8) | src[at++];
    }
    r[0] = range;
    return b;
  }
  function tree(probs, from, bits) {
    let m = 1;
    for (let i = 0; i < bits; i++) m = (m << 1) | bit(probs, from + m);
    return m - (1 << bits);
  }
  function reversed(probs, from, bits) {
    let m = 1,
      sum = 0;
    for (let i = 0; i < bits; i++) {
      const b = bit(probs, from + m);
      m = (m << 1) | b;
      sum |= b << i;
    }
    return sum;
  }
  function direct(bits) {
    let sum = 0;
    for (let i = 0; i < bits; i++) {
      r[0] >>>= 1;
      const b = r[1] >= r[0] ? 1 : 0;
      if (b) r[1] -= r[0];
      if (r[0] < 0x1000000) {
        r[0] <<= 8;
        r[1] = (r[1] << 8) | src[at++];
      }
      sum = (sum << 1) | b;
    }
    return sum >>> 0;
  }
  function length(l, state) {
    if (!bit(l.choice, 0)) return 2 + tree(l.low, state << 3, 3);
    if (!bit(l.choice, 1)) return 10 + tree(l.mid, state << 3, 3);
    return 18 + tree(l.high, 0, 8);
  }

  let state = 0,
    rep0 = 0,
    rep1 = 0,
    rep2 = 0,
    rep3 = 0,
    to = 0;
  while (to < size) {
    const posState = to & posMask;
    if (!bit(isMatch, (state << 4) + posState)) {
      const before = to ? out[to - 1] : 0,
        from = 0x300 * (((to & literalMask) << lc) + (before >> (8 - lc)));
      let m = 1;
      if (state >= 7) {
        let like = out[to - rep0 - 1];
        while (m < 256) {
          const b = (like >> 7) & 1,
            got = bit(literals, from + ((1 + b) << 8) + m);
          like <<= 1;
          m = (m << 1) | got;
          if (b !== got) break;
        }
      }
      while (m < 256) m = (m << 1) | bit(literals, from + m);
      out[to++] = m;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let n;
    if (bit(isRep, state)) {
      if (!bit(isRep0, state)) {
        if (!bit(isRep0Long, (state << 4) + posState)) {
          state = state < 7 ? 9 : 11;
          out[to] = out[to - rep0 - 1];
          to++;
          continue;
        }
      } else {
        let d;
        if (!bit(isRep1, state)) d = rep1;
        else {
          if (!bit(isRep2, state)) d = rep2;
          else {
            d = rep3;
            rep3 = rep2;
          }
          rep2 = rep1;
        }
        rep1 = rep0;
        rep0 = d;
      }
      n = length(repLength, posState);
      state = state < 7 ? 8 : 11;
    } else {
      rep3 = rep2;
      rep2 = rep1;
      rep1 = rep0;
      n = length(matchLength, posState);
      state = state < 7 ? 7 : 10;
      const slot = tree(slots, Math.min(n - 2, 3) << 6, 6);
      if (slot < 4) rep0 = slot;
      else {
        const bits = (slot >> 1) - 1,
          base = (2 | (slot & 1)) << bits;
        if (slot < 14) rep0 = base + reversed(special, base - slot, bits);
        else rep0 = ((base + (direct(bits - 4) << 4)) >>> 0) + reversed(align, 0, 4);
      }
    }
    if (rep0 >= to || to + n > size) throw new Error("the page is damaged");
    for (let from = to - rep0 - 1, end = to + n; to < end;) out[to++] = out[from++];
  }
  return out;
}

// unpacked returns the size bytes of a part of the page.
const unpacked = (text, size) => unlzma(lettersOf(text), size);

if (typeof module !== "undefined" && module.exports) module.exports = { unpacked };
