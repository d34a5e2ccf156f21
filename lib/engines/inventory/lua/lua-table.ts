import { checkTokens } from '../parse/token-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';

/** A Lua table as far as lockfiles use it: strings and tables by key. */
export type LuaTable = Map<string, string | LuaTable>;

const maxDepth = 64;

const token =
  /\s+|--[^\n]*|"((?:[^"\\\n]|\\[^])*)"|'((?:[^'\\\n]|\\[^])*)'|([A-Za-z_]\w*|-?[\d.]+)|([{}[\]=,;])/y;

interface Token {
  kind: 'text' | 'word' | 'mark';
  value: string;
}

const invalid = (): UnreadableFile => new UnreadableFile('it is not a table of Lua: it may be cut off');

const tokensOf = (text: string): Token[] => {
  const found: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const parts = token.exec(text);
    checkTokens(found.length);
    if (!parts) throw invalid();
    const [, double, single, word, mark] = parts;
    const stated = double ?? single;
    if (stated !== undefined) found.push({ kind: 'text', value: stated.replace(/\\([^])/g, '$1') });
    else if (word !== undefined) found.push({ kind: 'word', value: word });
    else if (mark !== undefined) found.push({ kind: 'mark', value: mark });
  }
  return found;
};

/** Reads tokens one after the other. */
class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  next(): Token {
    const next = this.#tokens[this.#at];
    if (!next) throw invalid();
    this.#at += 1;
    return next;
  }

  /** Reads the mark if it is next. */
  skip(value: string): boolean {
    const next = this.#tokens[this.#at];
    if (next?.kind !== 'mark' || next.value !== value) return false;
    this.#at += 1;
    return true;
  }

  expect(value: string): void {
    if (!this.skip(value)) throw invalid();
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
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
  const reader = new Reader(tokensOf(text));
  const first = reader.next();
  if (first.kind !== 'word' || first.value !== 'return') throw invalid();
  reader.expect('{');
  const root: LuaTable = new Map();
  const open = [root];
  for (let table = open.at(-1); table; table = open.at(-1)) {
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
