import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';
import { checkTokens } from '../parse/token-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';

/** A token of opam's format: a string, or anything else as written. */
export interface OpamToken {
  kind: 'text' | 'word' | 'mark' | 'pin';
  value: string;
  /** The version of a `pin`, which stands for the five tokens of `"name" {= "version"}`. */
  version?: string;
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

/** A dependency as `opam lock` writes it. */
const usualPin = /"([\w+.-]+)" \{= "([\w+.~-]+)"\}/y;

/** Takes the dependency that begins at a position; undefined where anything else does. */
const pinAt = (text: string, from: number): OpamToken | undefined => {
  usualPin.lastIndex = from;
  const [, name, version] = usualPin.exec(text) ?? [];
  return name === undefined || version === undefined ? undefined : { kind: 'pin', value: name, version };
};

const tokensInPin = 5;

/** Returns the tokens that a `pin` stands for. */
const tokensOfPin = ({ value, version = '' }: OpamToken): OpamToken[] => [
  { kind: 'text', value },
  { kind: 'mark', value: '{' },
  { kind: 'mark', value: '=' },
  { kind: 'text', value: version },
  { kind: 'mark', value: '}' },
];

/** Goes over the tokens of a text. */
class Tokens {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Takes the next token; undefined at the end. @throws UnreadableFile */
  next(): OpamToken | undefined {
    const text = this.#text;
    for (let from = -1; from !== this.#at;) {
      from = this.#at;
      this.#at = endOfBlank(text, from);
    }
    const from = this.#at;
    if (from >= text.length) return undefined;
    const code = text.charCodeAt(from);
    if (code === quote) return this.#quoted();
    const word = endOfWord(text, from);
    if (word > from) {
      // The colon belongs to the name only in a name like `ocaml:version`.
      this.#at = text.charCodeAt(word - 1) === colon ? word - 1 : word;
      return { kind: 'word', value: text.slice(from, this.#at) };
    }
    this.#at = bracket[code] === 1 ? from + 1 : endOfClass(text, inOperator, from);
    if (this.#at === from) throw invalid();
    return { kind: 'mark', value: text.slice(from, this.#at) };
  }

  #quoted(): OpamToken {
    const [text, from] = [this.#text, this.#at];
    const pin = pinAt(text, from);
    if (pin) {
      this.#at = usualPin.lastIndex;
      return pin;
    }
    const long = text.startsWith('"""', from) ? text.indexOf('"""', from + 3) : -1;
    this.#at = long === -1 ? endOfText(text, from + 1) : long + 3;
    const width = long === -1 ? 1 : 3;
    return { kind: 'text', value: text.slice(from + width, this.#at - width) };
  }
}

/** The opening bracket of each closing one. */
const pairs: ReadonlyMap<string, string> = new Map([
  ['}', '{'],
  [')', '('],
  [']', '['],
]);

/** Sorts tokens into the fields that they belong to. */
class Fields {
  readonly fields = new Map<string, OpamToken[]>();
  readonly #open: string[] = [];
  #field: OpamToken[] | undefined;
  /** A word outside of any field, which names one if a colon follows. */
  #word: string | undefined;

  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  /** @throws UnreadableFile */
  take(token: OpamToken): void {
    const { kind, value } = token;
    if (kind === 'pin') {
      this.#takePin(token);
      return;
    }
    if (kind === 'word' && !this.isOpen) {
      this.#word = value;
      this.#field = undefined;
      return;
    }
    if (this.#word !== undefined) this.#begin(kind === 'mark' && value === ':', this.#word);
    this.#field?.push(token);
    if (kind === 'mark') this.#bracket(value);
  }

  #begin(isField: boolean, name: string): void {
    this.#word = undefined;
    if (!isField) return;
    this.#field = [];
    if (!this.fields.has(name)) this.fields.set(name, this.#field);
  }

  /** Keeps the dependency of a list whole. */
  #takePin(pin: OpamToken): void {
    if (this.#open.length === 1 && this.#open[0] === '[') this.#field?.push(pin);
    else for (const each of tokensOfPin(pin)) this.take(each);
  }

  #bracket(value: string): void {
    if (value === '{' || value === '(' || value === '[') this.#open.push(value);
    else if (pairs.has(value) && this.#open.pop() !== pairs.get(value))
      throw new UnreadableFile('its brackets do not match');
    if (this.#open.length > maxDepth) throw new UnreadableFile(`it is nested deeper than ${maxDepth} levels`);
  }
}

const tokensOf = (text: string): OpamToken[] => {
  const found: OpamToken[] = [];
  const tokens = new Tokens(text);
  let count = 0;
  for (let token = tokens.next(); token; token = tokens.next()) {
    found.push(token);
    count += token.kind === 'pin' ? tokensInPin : 1;
    checkTokens(count);
  }
  return found;
};

/**
 * Returns the tokens of each top-level field of an opam file, leaving out sections.
 * @throws UnreadableFile when brackets do not match, as in a file that is cut off.
 */
export const opamFields = (text: string): Map<string, OpamToken[]> => {
  const sorted = new Fields();
  for (const token of tokensOf(text)) sorted.take(token);
  if (sorted.isOpen) throw new UnreadableFile('a list has no end: it may be cut off');
  return sorted.fields;
};
