/** Receives the index of the keyword and the offset after its last byte. */
type OnHit = (keyword: number, end: number) => void;

export interface KeywordAutomaton {
  /** Reports every occurrence of every keyword, ASCII letters in either case, in one pass over the bytes. */
  scan(bytes: Uint8Array, onHit: OnHit): void;
}

interface Trie {
  /** The children of each state, or -1. */
  next: number[][];
  out: number[][];
}

/** Assigns bytes to classes: bytes outside of all keywords share class 0, both cases of a letter share one. */
const byteClasses = (keywords: readonly string[]): { classOf: Uint8Array; count: number } => {
  const classOf = new Uint8Array(256);
  let count = 1;
  for (const char of keywords.join('')) {
    const code = char.charCodeAt(0);
    if (classOf[code] !== 0) continue;
    classOf[code] = count;
    classOf[char.toUpperCase().charCodeAt(0)] = count;
    count += 1;
  }
  return { classOf, count };
};

const buildTrie = (keywords: readonly string[], classOf: Uint8Array, width: number): Trie => {
  const row = (): number[] => Array.from({ length: width }, () => -1);
  const trie: Trie = { next: [row()], out: [[]] };
  keywords.forEach((keyword, index) => {
    let state = 0;
    for (const char of keyword) {
      const step = classOf[char.charCodeAt(0)] ?? 0;
      let child = trie.next[state]?.[step] ?? -1;
      if (child === -1) {
        child = trie.next.push(row()) - 1;
        trie.out.push([]);
        trie.next[state]![step] = child;
      }
      state = child;
    }
    trie.out[state]!.push(index);
  });
  return trie;
};

/** Fills in the failure transitions, so that the scan takes exactly one step per byte. */
const complete = ({ next, out }: Trie): void => {
  const root = next[0]!;
  const fail = next.map(() => 0);
  const queue: number[] = [];
  root.forEach((child, step) => {
    if (child === -1) root[step] = 0;
    else queue.push(child);
  });
  for (let head = 0; head < queue.length; head += 1) {
    const state = queue[head]!;
    const fallback = fail[state]!;
    out[state]!.push(...out[fallback]!);
    next[state]!.forEach((child, step) => {
      const other = next[fallback]![step]!;
      if (child === -1) next[state]![step] = other;
      else {
        fail[child] = other;
        queue.push(child);
      }
    });
  }
};

/** Builds the automaton. @param keywords lower-case ASCII, none empty. */
export const createKeywordAutomaton = (keywords: readonly string[]): KeywordAutomaton => {
  const { classOf, count } = byteClasses(keywords);
  const width = 2 ** Math.ceil(Math.log2(count));
  const shift = Math.log2(width);
  const trie = buildTrie(keywords, classOf, width);
  complete(trie);
  // States are stored as the offset of their row, which saves the shift in the loop.
  const table = Int32Array.from(trie.next.flat(), (state) => state << shift);
  const hits = Uint8Array.from(trie.out, (out) => (out.length > 0 ? 1 : 0));
  return {
    scan: (bytes, onHit) => {
      let state = 0;
      for (let i = 0; i < bytes.length; i += 1) {
        state = table[state + classOf[bytes[i]!]!]!;
        if (hits[state >> shift] === 0) continue;
        for (const keyword of trie.out[state >> shift]!) onHit(keyword, i + 1);
      }
    },
  };
};
