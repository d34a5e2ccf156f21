/** A part of a regular expression, as far as texts are made for it. */
export type RegexNode =
  | { kind: 'character'; source: string }
  | { kind: 'nothing' }
  | { kind: 'sequence'; items: RegexNode[] }
  | { kind: 'choice'; options: RegexNode[] }
  | { kind: 'capture'; body: RegexNode }
  | { kind: 'repetition'; body: RegexNode; min: number; max: number };

const nothing: RegexNode = { kind: 'nothing' };
const opening = /\(\?(?::|<?[=!]|<[^>]*>|[a-z-]*:)|\(/y;
const quantifier = /(?:\*|\+|\?|\{(\d+)(,?)(\d*)\})\??/y;
const escape = /\\(?:u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|k<[^>]*>|[^])/y;

/** Reads an expression that the engine has accepted. */
class RegexReader {
  readonly #source: string;
  /** With the flag `v`, a class may be within another. */
  readonly #nests: boolean;
  #at = 0;

  constructor({ source, unicodeSets }: RegExp) {
    this.#source = source;
    this.#nests = unicodeSets;
  }

  read(): RegexNode {
    const options = [this.#sequence()];
    while (this.#source[this.#at] === '|') {
      this.#at += 1;
      options.push(this.#sequence());
    }
    return options.length === 1 ? options[0]! : { kind: 'choice', options };
  }

  #take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#source);
    if (found) this.#at = expression.lastIndex;
    return found;
  }

  #sequence(): RegexNode {
    const items: RegexNode[] = [];
    const next = () => this.#source[this.#at] ?? ')';
    for (let sign = next(); sign !== '|' && sign !== ')'; sign = next())
      items.push(this.#quantified(this.#term(sign)));
    return { kind: 'sequence', items };
  }

  #quantified(body: RegexNode): RegexNode {
    const found = this.#take(quantifier);
    if (!found) return body;
    const [sign, least, comma, most] = found;
    if (least === undefined) {
      const [min, max] = [sign.startsWith('+') ? 1 : 0, sign.startsWith('?') ? 1 : Infinity];
      return { kind: 'repetition', body, min, max };
    }
    const max = most ? Number(most) : Infinity;
    return { kind: 'repetition', body, min: Number(least), max: comma ? max : Number(least) };
  }

  #term(sign: string): RegexNode {
    if (sign === '(') return this.#group();
    if (sign === '[') return { kind: 'character', source: this.#class() };
    if (sign === '\\') {
      const [source = ''] = this.#take(escape) ?? [];
      // What a reference repeats is short in the texts that are made.
      return /^\\(?:[bB1-9]|k<)/.test(source) ? nothing : { kind: 'character', source };
    }
    this.#at += 1;
    if (sign === '^' || sign === '$') return nothing;
    return { kind: 'character', source: /[{}\]/]/.test(sign) ? `\\${sign}` : sign };
  }

  #group(): RegexNode {
    const [sign = ''] = this.#take(opening) ?? [];
    const body = this.read();
    this.#at += 1;
    if (/^\(\?<?[=!]/.test(sign)) return nothing;
    return sign === '(' || sign.startsWith('(?<') ? { kind: 'capture', body } : body;
  }

  #class(): string {
    const from = this.#at;
    let depth = 0;
    do {
      const sign = this.#source[this.#at];
      if (sign === '\\') this.#at += 1;
      else if (sign === '[' && (depth === 0 || this.#nests)) depth += 1;
      else if (sign === ']') depth -= 1;
      this.#at += 1;
    } while (depth > 0);
    return this.#source.slice(from, this.#at);
  }
}

/** Reads the parts of a regular expression. What it looks ahead or behind for is left out. */
export const regexTree = (pattern: RegExp): RegexNode => new RegexReader(pattern).read();
