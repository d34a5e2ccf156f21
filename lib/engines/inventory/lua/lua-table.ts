import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';
import { checkTokens } from '../parse/token-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';

/** A Lua table as far as lockfiles use it: strings and tables by key. */
export type LuaTable = Map<string, string | LuaTable>;

const maxDepth = 64;

interface Token {
  kind: 'text' | 'word' | 'mark';
  value: string;
}

const invalid = (): UnreadableFile => new UnreadableFile('it is not a table of Lua: it may be cut off');

const [quote, apostrophe, minus, backslash, lineFeed] = [0x22, 0x27, 0x2d, 0x5c, 0x0a];
const blank = asciiClass(/\s/);
const inWord = asciiClass(/\w/);
const inNumber = asciiClass(/[\d.]/);
const firstOfWord = asciiClass(/[A-Za-z_]/);
const marks = asciiClass(/[{}[\]=,;]/);

/** A field as LuaRocks writes it. */
const usualField = /\s*\["([^"\\\n]+)"\] = "([^"\\\n]+)",/y;
const tokensInField = 6;

/** Reads tokens one after the other. */
class Reader {
  readonly #text: string;
  #at = 0;
  #tokens = 0;

  constructor(text: string) {
    this.#text = text;
  }

  next(): Token {
    this.#advance();
    this.#count();
    const text = this.#text;
    const from = this.#at;
    const code = text.charCodeAt(from);
    if (code === quote || code === apostrophe) return this.#quoted(code);
    if (marks[code] === 1) {
      this.#at += 1;
      return { kind: 'mark', value: text[from]! };
    }
    const number = code === minus ? from + 1 : from;
    const to = firstOfWord[code] === 1 ? endOfClass(text, inWord, from) : endOfClass(text, inNumber, number);
    if (to === number) throw invalid();
    this.#at = to;
    return { kind: 'word', value: text.slice(from, to) };
  }

  /** Reads a field as LuaRocks writes it; undefined where anything else is next. */
  usualField(): readonly [key: string, value: string] | undefined {
    usualField.lastIndex = this.#at;
    const [, key, value] = usualField.exec(this.#text) ?? [];
    if (key === undefined || value === undefined) return undefined;
    this.#at = usualField.lastIndex;
    this.#count(tokensInField);
    return [key, value];
  }

  /** Reads the mark if it is next. */
  skip(mark: string): boolean {
    this.#advance();
    if (this.#text[this.#at] !== mark) return false;
    this.#count();
    this.#at += 1;
    return true;
  }

  expect(mark: string): void {
    if (!this.skip(mark)) throw invalid();
  }

  get isAtEnd(): boolean {
    this.#advance();
    return this.#at === this.#text.length;
  }

  #count(more = 1): void {
    this.#tokens += more;
    checkTokens(this.#tokens);
  }

  /** Goes to the next token, over blanks and comments. */
  #advance(): void {
    const text = this.#text;
    for (;;) {
      this.#at = endOfClass(text, blank, this.#at);
      if (text.startsWith('--', this.#at)) {
        const end = text.indexOf('\n', this.#at);
        this.#at = end === -1 ? text.length : end;
      } else if (text.charCodeAt(this.#at) > 0x7f && /\s/.test(text[this.#at]!)) this.#at += 1;
      else return;
    }
  }

  #quoted(end: number): Token {
    const text = this.#text;
    const from = this.#at + 1;
    let at = from;
    let isEscaped = false;
    for (let code = text.charCodeAt(at); code !== end; code = text.charCodeAt(at)) {
      if (at >= text.length || code === lineFeed) throw invalid();
      isEscaped ||= code === backslash;
      at += code === backslash ? 2 : 1;
    }
    this.#at = at + 1;
    const value = text.slice(from, at);
    return { kind: 'text', value: isEscaped ? value.replace(/\\([^])/g, '$1') : value };
  }
}

/** Reads a key with its `=`; undefined for a value without a key. */
const keyOf = (reader: Reader): string => {
  const isBracketed = reader.skip('[');
  const { kind, value } = reader.next();
  if (kind === 'mark' || (kind === 'text' && !isBracketed)) throw invalid();
  if (isBracketed) reader.expect(']');
  reader.expect('=');
  return value;
};

/** Parses `return { … }`, whose keys all have names. @throws UnreadableFile */
export const parseLuaTable = (text: string): LuaTable => {
  const reader = new Reader(text);
  const first = reader.next();
  if (first.kind !== 'word' || first.value !== 'return') throw invalid();
  reader.expect('{');
  const root: LuaTable = new Map();
  const open = [root];
  for (let table = open.at(-1); table; table = open.at(-1)) {
    const usual = reader.usualField();
    if (usual) {
      table.set(...usual);
      continue;
    }
    if (reader.skip('}')) {
      open.pop();
      if (!reader.skip(',')) reader.skip(';');
      continue;
    }
    const key = keyOf(reader);
    if (reader.skip('{')) {
      if (open.length >= maxDepth) throw new UnreadableFile(`it is nested deeper than ${maxDepth} levels`);
      const inner: LuaTable = new Map();
      table.set(key, inner);
      open.push(inner);
      continue;
    }
    const { kind, value } = reader.next();
    if (kind === 'mark') throw invalid();
    table.set(key, value);
    if (!reader.skip(',')) reader.skip(';');
  }
  if (!reader.isAtEnd) throw invalid();
  return root;
};
