import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';

/** A token of Elixir source, as far as lockfiles and plain dependency lists need it. */
export interface ElixirToken {
  kind: 'open' | 'close' | 'comma' | 'arrow' | 'text' | 'atom' | 'key' | 'word' | 'other';
  /** The content of a string, the name of an atom or key, or the source characters. */
  value: string;
}

const blank = /\s/;
const inBlank = asciiClass(/\s/);
const firstOfWord = asciiClass(/\w/);
const inWord = asciiClass(/[\w@.!?]/);
const inPlainText = asciiClass(/[^"\\#]/);
const plainText = /"[^"\\#]*"/y;

/** The tokens of signs are always the same. */
const sign = (kind: ElixirToken['kind'], value: string): [string, ElixirToken] => [value, { kind, value }];
const pairMarks: ReadonlyMap<string, ElixirToken> = new Map([
  sign('arrow', '=>'),
  ['%{', { kind: 'open', value: '{' }],
]);
const marks: ReadonlyMap<string, ElixirToken> = new Map([
  ...[...'{[('].map((value) => sign('open', value)),
  ...[...'}])'].map((value) => sign('close', value)),
  sign('comma', ','),
]);
const quote = 0x22;
const closerOf: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** Scans Elixir source once from start to end. An unknown character becomes a token of kind `other`. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the next token; undefined at the end. */
  take(): ElixirToken | undefined {
    while (this.#at < this.#text.length) {
      const token = this.#next();
      if (token) return token;
    }
    return undefined;
  }

  #next(): ElixirToken | undefined {
    this.#at = endOfClass(this.#text, inBlank, this.#at);
    if (this.#at >= this.#text.length) return undefined;
    const character = this.#text[this.#at]!;
    if (firstOfWord[character.charCodeAt(0)] === 1) return this.#word();
    const sole = marks.get(character);
    if (sole) {
      this.#at += 1;
      return sole;
    }
    if (character > '\u007f' && blank.test(character)) this.#at += 1;
    else if (character === '#') this.#skipTo('\n');
    else if (character === '"') return this.#quoted();
    else if (character === ':') return this.#atom();
    else if (character === '~' && /[A-Za-z]/.test(this.#text[this.#at + 1] ?? '')) return this.#sigil();
    else if (character === "'") return this.#charlist();
    else return this.#mark(character);
    return undefined;
  }

  #skipTo(mark: string): void {
    const end = this.#text.indexOf(mark, this.#at);
    this.#at = end === -1 ? this.#text.length : end + mark.length;
  }

  #mark(character: string): ElixirToken {
    const pair = pairMarks.get(this.#text.slice(this.#at, this.#at + 2));
    this.#at += pair ? 2 : 1;
    return pair ?? { kind: 'other', value: character };
  }

  /** Reads a string and skips its interpolations. An unterminated string is `other` and ends the scan. */
  #quoted(): ElixirToken {
    if (this.#text.startsWith('"""', this.#at)) {
      this.#at += 3;
      this.#skipTo('"""');
      return { kind: 'other', value: '"""' };
    }
    const plain = this.#plainTo();
    if (plain !== undefined) return this.#keyOr('text', plain);
    const parts: string[] = [];
    let depth = 0;
    for (this.#at += 1; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at] ?? '';
      if (character === '\\') {
        this.#at += 1;
        const escaped = this.#text[this.#at] ?? '';
        parts.push(escapes[escaped] ?? escaped);
      } else if (depth > 0) depth += Number(character === '{') - Number(character === '}');
      else if (this.#text.startsWith('#{', this.#at)) {
        depth = 1;
        this.#at += 1;
        // No name or version contains this character, so an interpolated text never matches a literal one.
        parts.push('\0');
      } else if (character === '"') {
        this.#at += 1;
        return this.#keyOr('text', parts.join(''));
      } else parts.push(character);
    }
    return { kind: 'other', value: '"' };
  }

  /** Reads a string without escapes and interpolations, as nearly all are; undefined for any other. */
  #plainTo(): string | undefined {
    const from = this.#at + 1;
    const end = endOfClass(this.#text, inPlainText, from);
    if (this.#text.charCodeAt(end) === quote) {
      this.#at = end + 1;
      return this.#text.slice(from, end);
    }
    plainText.lastIndex = this.#at;
    const [quoted] = plainText.exec(this.#text) ?? [];
    if (quoted === undefined) return undefined;
    this.#at += quoted.length;
    return quoted.slice(1, -1);
  }

  /** Distinguishes a key (`name:` before a value) from a word; `a::b` is not a key. */
  #keyOr(kind: 'text' | 'word', value: string): ElixirToken {
    if (this.#text[this.#at] !== ':' || this.#text[this.#at + 1] === ':') return { kind, value };
    this.#at += 1;
    return { kind: 'key', value };
  }

  #atom(): ElixirToken {
    this.#at += 1;
    if (this.#text[this.#at] === '"') {
      const { kind, value } = this.#quoted();
      return { kind: kind === 'text' ? 'atom' : 'other', value };
    }
    const value = this.#letters();
    return value === '' ? { kind: 'other', value: ':' } : { kind: 'atom', value };
  }

  #word(): ElixirToken {
    return this.#keyOr('word', this.#letters());
  }

  #letters(): string {
    const from = this.#at;
    this.#at = endOfClass(this.#text, inWord, from);
    return this.#text.slice(from, this.#at);
  }

  /** Skips a sigil such as `~r/…/` or `~w(…)`. */
  #sigil(): ElixirToken {
    this.#at += 1;
    const name = this.#letters();
    const opener = this.#text[this.#at] ?? '';
    this.#at += 1;
    if (!blank.test(opener) && !',)]}'.includes(opener)) this.#skipTo(closerOf[opener] ?? opener);
    return { kind: 'other', value: `~${name}` };
  }

  #charlist(): ElixirToken {
    this.#at += 1;
    const end = this.#text.slice(this.#at, this.#at + 500).search(/['\n]/);
    if (end !== -1) this.#at += end + 1;
    return { kind: 'other', value: "'" };
  }
}

/** Visits the tokens of a text one after the other. A generator would take 1.5 times as long. */
export const eachElixirToken = (text: string, visit: (token: ElixirToken) => void): void => {
  const scanner = new Scanner(text);
  for (let token = scanner.take(); token; token = scanner.take()) visit(token);
};
