import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';
import { checkTokens } from '../parse/token-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';

/** A term of a file of Erlang terms, as far as lockfiles have them. */
export type ErlangTerm =
  | { kind: 'binary' | 'string' | 'atom' | 'number'; value: string }
  | { kind: 'tuple' | 'list'; items: ErlangTerm[] }
  /** A tuple of two binaries, as most tuples of lockfiles are, which may follow an atom. */
  | { kind: 'pair'; atom: string | undefined; first: string; second: string };

const maxDepth = 64;

const closing: Readonly<Record<string, 'tuple' | 'list'>> = { '}': 'tuple', ']': 'list' };

const notATerm = (): UnreadableFile => new UnreadableFile('it is not a valid Erlang term');

const [apostrophe, minus, percent, less] = [0x27, 0x2d, 0x25, 0x3c];
const blank = asciiClass(/\s/);
const firstOfAtom = asciiClass(/[a-z]/);
const inAtom = asciiClass(/[\w@]/);
const digit = asciiClass(/\d/);
const marks = asciiClass(/[{}[\],.]/);

/** The rest of a tuple of two binaries, which may follow an atom. */
const restOfPair = /(?:([a-z]\w*), ?)?<<"([^"\\]*)">>, ?<<"([^"\\]*)">>\}/y;
const [tokensInPair, tokensOfAtom] = [4, 2];

type LeafKind = 'binary' | 'string' | 'atom' | 'number';

/** Reads the terms without parts, one after the other. */
class Leaves {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Goes over white space and comments. @returns whether anything follows. */
  advance(): boolean {
    const text = this.#text;
    for (;;) {
      this.at = endOfClass(text, blank, this.at);
      const code = text.charCodeAt(this.at);
      if (code === percent) this.at = this.#positionOf('\n', this.at, text.length);
      else if (code > 0x7f && /\s/.test(text[this.at]!)) this.at += 1;
      else return this.at < text.length;
    }
  }

  /** Takes the mark that is next; undefined where a term is. */
  mark(): string | undefined {
    if (marks[this.#text.charCodeAt(this.at)] !== 1) return undefined;
    this.at += 1;
    return this.#text[this.at - 1];
  }

  /** Takes the rest of a tuple of two binaries; undefined where anything else is next. */
  pair(): Extract<ErlangTerm, { kind: 'pair' }> | undefined {
    restOfPair.lastIndex = this.at;
    const found = restOfPair.exec(this.#text);
    if (!found) return undefined;
    this.at = restOfPair.lastIndex;
    return { kind: 'pair', atom: found[1], first: found[2]!, second: found[3]! };
  }

  /** Takes the term that is next. @throws UnreadableFile */
  leaf(): ErlangTerm {
    const text = this.#text;
    const from = this.at;
    const code = text.charCodeAt(from);
    if (code === less && text.startsWith('<<', from)) {
      if (text.startsWith('>>', from + 2)) return this.#taken('binary', [from + 2, from + 2], 2);
      if (text[from + 2] !== '"') throw notATerm();
      const end = this.#endOfQuoted('"', from + 3);
      if (!text.startsWith('>>', end + 1)) throw notATerm();
      return this.#taken('binary', [from + 3, end], 3);
    }
    if (text[from] === '"') return this.#taken('string', [from + 1, this.#endOfQuoted('"', from + 1)], 1);
    if (code === apostrophe) return this.#taken('atom', [from + 1, this.#endOfQuoted("'", from + 1)], 1);
    if (firstOfAtom[code] === 1) return this.#taken('atom', [from, endOfClass(text, inAtom, from)], 0);
    const first = code === minus ? from + 1 : from;
    const end = endOfClass(text, digit, first);
    if (end === first) throw notATerm();
    return this.#taken('number', [from, end], 0);
  }

  #positionOf(sign: string, from: number, otherwise: number): number {
    const at = this.#text.indexOf(sign, from);
    return at === -1 ? otherwise : at;
  }

  #endOfQuoted(quote: string, from: number): number {
    const end = this.#text.indexOf(quote, from);
    if (end === -1) throw notATerm();
    return end;
  }

  /** Makes a term of a text, which has no escapes, and of the signs after it. */
  #taken(kind: LeafKind, [from, to]: readonly [number, number], after: number): ErlangTerm {
    const value = this.#text.slice(from, to);
    if (value.includes('\\')) throw notATerm();
    this.at = to + after;
    return { kind, value };
  }
}

/** A tuple or list that is not closed yet. */
interface Open {
  kind: 'tuple' | 'list';
  /** The number of terms before its first item. */
  from: number;
}

/** Reads the terms of a file, each of which ends with a full stop. @throws UnreadableFile */
export const parseErlangTerms = (text: string): ErlangTerm[] => {
  // The items of an open term are the last ones of this list, so that each list of items is made once, in its size.
  const terms: ErlangTerm[] = [];
  const open: Open[] = [];
  /** The number of terms that a full stop has ended. */
  let ended = 0;
  const place = (term: ErlangTerm): void => {
    if (open.length === 0 && terms.length > ended) throw notATerm();
    terms.push(term);
  };
  const close = (mark: string): void => {
    const last = open.pop();
    if (!last || last.kind !== closing[mark]) throw notATerm();
    const items = terms.slice(last.from);
    terms.length = last.from;
    place({ kind: last.kind, items });
  };
  let count = 0;
  const leaves = new Leaves(text);
  while (leaves.advance()) {
    count += 1;
    checkTokens(count);
    const mark = leaves.mark();
    if (mark === undefined) place(leaves.leaf());
    else if (mark === '{' || mark === '[') {
      if (open.length >= maxDepth) throw new UnreadableFile(`it is nested deeper than ${maxDepth} levels`);
      const pair = mark === '{' ? leaves.pair() : undefined;
      if (pair) {
        count += tokensInPair + (pair.atom === undefined ? 0 : tokensOfAtom);
        place(pair);
      } else open.push({ kind: mark === '{' ? 'tuple' : 'list', from: terms.length });
    } else if (mark === '}' || mark === ']') close(mark);
    else if (mark === '.') {
      if (open.length > 0 || terms.length === ended) throw notATerm();
      ended = terms.length;
    }
  }
  if (open.length > 0 || terms.length > ended)
    throw new UnreadableFile('a term has no end: it may be cut off');
  return terms;
};
