/** Returns the number of copies that a quantifier in braces makes; undefined where the braces are literal. */
const copiesAt = (source: string, at: number): { copies: number; end: number } | undefined => {
  const [text, least, comma, most] = /^\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/.exec(source.slice(at, at + 12)) ?? [];
  if (text === undefined) return undefined;
  const copies = most === undefined ? Number(least) + (comma ? 1 : 0) : Number(most);
  return { copies: Math.max(1, copies), end: at + text.length };
};

/** Returns the end of a character class. */
const endOfClass = (source: string, at: number): number => {
  let end = at + 1;
  if (source[end] === '^') end += 1;
  if (source[end] === ']') end += 1;
  while (end < source.length && source[end] !== ']') {
    if (source.startsWith('[:', end)) end = Math.max(source.indexOf(':]', end) + 1, end);
    end += source[end] === '\\' ? 2 : 1;
  }
  return end + 1;
};

/** Returns the end of an escape, such as `\d`, `\pL`, `\p{Greek}`, `\x{2f}` and `\Q…\E`. */
const endOfEscape = (source: string, at: number): number => {
  const name = source[at + 1] ?? '';
  if (name === 'Q') return Math.max(source.indexOf('\\E', at), at) + 2;
  if (!'pPx'.includes(name)) return at + 2;
  if (source[at + 2] !== '{') return at + 3;
  const end = source.indexOf('}', at);
  return end === -1 ? source.length : end + 1;
};

/** Returns the end of the opening of a group, with its name or flags. */
const endOfOpening = (source: string, at: number): number => {
  if (source[at + 1] !== '?') return at + 1;
  const end = source.slice(at, at + 100).search(/[:>)]/);
  return end === -1 ? at + 2 : at + end + (source[at + end] === ')' ? 0 : 1);
};

const endOfAtom = (source: string, at: number): number => {
  if (source[at] === '[') return endOfClass(source, at);
  return source[at] === '\\' ? endOfEscape(source, at) : at + 1;
};

/**
 * Estimates the number of instructions of a regular expression from its text, in one pass: compiling would first
 * make all copies that its quantifiers require. The estimate is at most three times too low, and repeated parts
 * count each time.
 */
export const estimatedSize = (source: string): number => {
  const open: number[] = [];
  let [sum, last, at] = [0, 0, 0];
  const add = (size: number): void => {
    sum += size;
    last = size;
  };
  while (at < source.length) {
    const char = source[at] ?? '';
    const repeated = char === '{' ? copiesAt(source, at) : undefined;
    if (repeated) {
      sum += last * (repeated.copies - 1);
      last *= repeated.copies;
      at = repeated.end;
    } else if (char === '(') {
      open.push(sum);
      [sum, last] = [0, 0];
      at = endOfOpening(source, at);
    } else if (char === ')') {
      const group = Math.max(1, sum);
      sum = open.pop() ?? 0;
      add(group);
      at += 1;
    } else {
      add(1);
      at = endOfAtom(source, at);
    }
  }
  return sum + open.reduce((total, size) => total + size, 0);
};
