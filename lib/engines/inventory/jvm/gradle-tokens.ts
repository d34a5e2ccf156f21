/** A token of a Groovy or Kotlin build script. `line` marks the end of a line. */
export interface GradleToken {
  kind: 'word' | 'text' | 'mark' | 'line';
  value: string;
}

const blank = /[ \t\f\v\u00a0]/;
const wordStart = /[\w$]/;
const word = /[\w$.]/;

/** Scans a script once from start to end. Strings keep `${…}`; comments are skipped. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  *tokens(): Generator<GradleToken> {
    while (this.#at < this.#text.length) {
      const token = this.#next();
      if (token) yield token;
    }
  }

  #next(): GradleToken | undefined {
    const character = this.#text[this.#at] ?? '';
    if (this.#text.startsWith('//', this.#at)) this.#skipTo('\n', 0);
    else if (this.#text.startsWith('/*', this.#at)) this.#skipTo('*/', 2);
    else if (character === '\n' || character === '\r') {
      this.#at += 1;
      return { kind: 'line', value: '' };
    } else if (blank.test(character)) this.#at += 1;
    else if (character === '"' || character === "'") return this.#quoted(character);
    else if (wordStart.test(character)) return this.#word();
    else {
      this.#at += 1;
      return { kind: 'mark', value: character };
    }
    return undefined;
  }

  #skipTo(mark: string, past: number): void {
    const end = this.#text.indexOf(mark, this.#at + past);
    this.#at = end === -1 ? this.#text.length : end + past;
  }

  #word(): GradleToken {
    const start = this.#at;
    while (word.test(this.#text[this.#at] ?? '')) this.#at += 1;
    return { kind: 'word', value: this.#text.slice(start, this.#at) };
  }

  #quoted(quote: string): GradleToken {
    const triple = quote.repeat(3);
    if (this.#text.startsWith(triple, this.#at)) {
      const start = this.#at + 3;
      this.#at = start;
      this.#skipTo(triple, 3);
      return { kind: 'text', value: this.#text.slice(start, this.#at).slice(0, 1000).replace(triple, '') };
    }
    return { kind: 'text', value: this.#line(quote) };
  }

  /** Reads a string up to the end of its line. Quotes inside `${…}` do not end it. */
  #line(quote: string): string {
    const start = (this.#at += 1);
    let depth = 0;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at];
      if (character === '\n') break;
      if (character === '\\') this.#at += 1;
      else if (depth > 0) depth += Number(character === '{') - Number(character === '}');
      else if (quote === '"' && this.#text.startsWith('${', this.#at)) {
        depth = 1;
        this.#at += 1;
      } else if (character === quote) break;
    }
    const value = this.#text.slice(start, this.#at);
    if (this.#text[this.#at] === quote) this.#at += 1;
    return value;
  }
}

export const gradleTokens = (text: string): Generator<GradleToken> => new Scanner(text).tokens();
