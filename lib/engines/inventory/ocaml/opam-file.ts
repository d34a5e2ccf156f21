import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';
import { checkTokens } from '../parse/token-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';

/** A token of opam's format: a string, or anything else as written. */
export interface OpamToken {
  kind: 'text' | 'word' | 'mark';
  value: string;
}

const maxDepth = 64;

const [quote, sharp, minus, backslash, colon] = [0x22, 0x23, 0x2d, 0x5c, 0x3a];
const blank = asciiClass(/\s/);
const firstOfWord = asciiClass(/[A-Za-z_+]/);
const inWord = asciiClass(/[\w+.%:-]/);
const digit = asciiClass(/\d/);
const inVersion = asciiClass(/[\w.+-]/);
const bracket = asciiClass(/[{}()[\]:]/);
const inOperator = asciiClass(/[<>=!&|?~*^+-]/);

const invalid = (): UnreadableFile => new UnreadableFile('it is not a valid opam file: it may be cut off');

/** Returns the position after the quote that ends a string. @throws UnreadableFile */
const endOfText = (text: string, from: number): number => {
  let at = from;
  for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(at)) {
    if (at >= text.length) throw invalid();
    at += code === backslash ? 2 : 1;
  }
  return at + 1;
};

/** Returns the position after a word or a number, or the same position where none begins. */
const endOfWord = (text: string, from: number): number => {
  const code = text.charCodeAt(from);
  if (firstOfWord[code] === 1) return endOfClass(text, inWord, from);
  const number = code === minus ? from + 1 : from;
  return digit[text.charCodeAt(number)] === 1 ? endOfClass(text, inVersion, number) : from;
};

/** Goes over what is no token: white space, and a comment up to the end of its line. */
const endOfBlank = (text: string, from: number): number => {
  let at = endOfClass(text, blank, from);
  const code = text.charCodeAt(at);
  if (code === sharp) at = text.indexOf('\n', at);
  else if (code > 0x7f && /\s/.test(text[at]!)) at += 1;
  return at === -1 ? text.length : at;
};

/** Adds the token that begins at a position. @returns the position after it. @throws UnreadableFile */
const addToken = (text: string, from: number, found: OpamToken[]): number => {
  const code = text.charCodeAt(from);
  if (code === quote) {
    const long = text.startsWith('"""', from) ? text.indexOf('"""', from + 3) : -1;
    const to = long === -1 ? endOfText(text, from + 1) : long + 3;
    const width = long === -1 ? 1 : 3;
    found.push({ kind: 'text', value: text.slice(from + width, to - width) });
    return to;
  }
  const word = endOfWord(text, from);
  if (word > from) {
    // The colon belongs to the name only in a name like `ocaml:version`.
    const isField = text.charCodeAt(word - 1) === colon;
    found.push({ kind: 'word', value: text.slice(from, isField ? word - 1 : word) });
    if (isField) found.push({ kind: 'mark', value: ':' });
    return word;
  }
  const to = bracket[code] === 1 ? from + 1 : endOfClass(text, inOperator, from);
  if (to === from) throw invalid();
  found.push({ kind: 'mark', value: text.slice(from, to) });
  return to;
};

const tokensOf = (text: string): OpamToken[] => {
  const found: OpamToken[] = [];
  for (let at = 0; at < text.length;) {
    const begin = endOfBlank(text, at);
    at = begin === at ? addToken(text, at, found) : begin;
    checkTokens(found.length);
  }
  return found;
};

/** The opening bracket of each closing one. */
const pairs: ReadonlyMap<string, string> = new Map([
  ['}', '{'],
  [')', '('],
  [']', '['],
]);

/**
 * Returns the tokens of each top-level field of an opam file, leaving out sections.
 * @throws UnreadableFile when brackets do not match, as in a file that is cut off.
 */
export const opamFields = (text: string): Map<string, OpamToken[]> => {
  const fields = new Map<string, OpamToken[]>();
  const open: string[] = [];
  let field: OpamToken[] | undefined;
  const tokens = tokensOf(text);
  for (let at = 0; at < tokens.length; at += 1) {
    const each = tokens[at]!;
    if (open.length === 0 && each.kind === 'word') {
      const next = tokens[at + 1];
      field = next?.kind === 'mark' && next.value === ':' ? [] : undefined;
      if (field && !fields.has(each.value)) fields.set(each.value, field);
      continue;
    }
    field?.push(each);
    if (each.kind !== 'mark') continue;
    const { value } = each;
    if (value === '{' || value === '(' || value === '[') open.push(value);
    else if (pairs.has(value) && open.pop() !== pairs.get(value))
      throw new UnreadableFile('its brackets do not match');
    if (open.length > maxDepth) throw new UnreadableFile(`it is nested deeper than ${maxDepth} levels`);
  }
  if (open.length > 0) throw new UnreadableFile('a list has no end: it may be cut off');
  return fields;
};
