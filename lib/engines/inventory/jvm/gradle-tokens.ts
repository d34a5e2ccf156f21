/**
 * A token of a Groovy or Kotlin build script. `line` marks the end of a line, `unclear` a string or comment that has no end,
 * or whose start cannot be told.
 */
export interface GradleToken {
  kind: 'word' | 'text' | 'mark' | 'line' | 'unclear';
  value: string;
}

/** Returns whether a token is this sign. */
export const isMark = (token: GradleToken | undefined, value: string): boolean =>
  token?.kind === 'mark' && token.value === value;

/** The marks of a string. */
interface Quotes {
  open: string;
  close: string;
  /** The sign that hides the end: a backslash before anything, one before a slash, or a dollar sign. */
  escape?: 'any' | 'slash' | 'dollar';
  isMultiline?: boolean;
  interpolates?: boolean;
  /** The start of an expression, if it is not `${`. */
  expression?: string;
}

const blank = /[ \t\f\v\u00a0]/;
const wordStart = /[\w$]/;
const word = /[\w$.]/;

/** A deeper string in an expression in a string is not read. */
const maxNesting = 50;
const longestText = 1000;
const maxDollars = 9;

const slashy: Quotes = { open: '/', close: '/', escape: 'slash', isMultiline: true, interpolates: true };
const dollarSlashy: Quotes = {
  open: '$/',
  close: '/$',
  escape: 'dollar',
  isMultiline: true,
  interpolates: true,
};

/** Words of Groovy before which no value ends, so that a slash after them starts a string. */
const keywords = new Set(
  'as def in abstract assert break case catch class const continue default do else enum extends final finally for goto if implements import instanceof interface native new package private protected public return static strictfp super switch synchronized throw throws transient try void volatile while boolean char byte short int long float double'.split(
    ' ',
  ),
);
/** Words that only some versions of Groovy reserve. */
const laterKeywords = new Set('trait threadsafe var yield record sealed permits'.split(' '));

/** Returns how far a part of a string reaches that does not end it, whatever it is. */
const escapeAt = (text: string, at: number, { escape }: Quotes): number => {
  const [sign, next] = [text[at], text[at + 1]];
  if (escape === 'any') return sign === '\\' ? 2 : 0;
  if (escape === 'slash') return sign === '\\' && next === '/' ? 2 : 0;
  if (escape !== 'dollar' || sign !== '$') return 0;
  if (next === '/') return text[at + 2] === '$' ? 3 : 2;
  return next === '$' ? 2 : 0;
};

/** Returns whether Groovy 2 finds one of the signs in a text, because it decodes escapes before it reads anything. */
const hidesSign = (text: string, signs: string): boolean => {
  for (let at = text.indexOf('\\u'); at !== -1; at = text.indexOf('\\u', at)) {
    at += 2;
    while (text[at] === 'u') at += 1;
    const code = Number.parseInt(text.slice(at, at + 4), 16);
    if (signs.includes(String.fromCharCode(code))) return true;
  }
  return false;
};

/**
 * Scans a script once from start to end, as the lexers of Groovy 3 and Kotlin do. Strings keep `${…}`; comments are
 * skipped.
 */
class Scanner {
  readonly #text: string;
  readonly #isKotlin: boolean;
  #at = 0;
  #nesting = 0;
  #isUnclear = false;
  /** The word before which the scanner is, or a sign that stands for a value: a slash divides it. */
  #operand: string | undefined;
  #brackets: string[] = [];
  /** The end of a sign that the next one may make `++` or `--`. */
  #signEnd = -1;

  constructor(text: string, isKotlin: boolean) {
    this.#text = text;
    this.#isKotlin = isKotlin;
    if (text.startsWith('#!')) this.#skipLine();
  }

  *tokens(): Generator<GradleToken> {
    while (this.#at < this.#text.length) {
      const token = this.#next();
      if (token) yield token;
    }
    if (this.#isUnclear) yield { kind: 'unclear', value: '' };
  }

  #next(): GradleToken | undefined {
    const token = this.#read();
    if (token) this.#follow(token);
    return token;
  }

  #read(): GradleToken | undefined {
    const character = this.#text[this.#at] ?? '';
    if (this.#startsWith('//')) this.#skipLine();
    else if (this.#startsWith('/*')) this.#skipComment();
    else if (character === '\n' || character === '\r') {
      this.#at += 1;
      return { kind: 'line', value: '' };
    } else if (blank.test(character)) this.#at += 1;
    else if (character === '\\' && !this.#isKotlin && this.#isLineEnd(this.#at + 1))
      this.#at += this.#text.startsWith('\r\n', this.#at + 1) ? 3 : 2;
    else {
      const quotes = this.#quotes(character);
      if (quotes) return this.#string(quotes);
      if (wordStart.test(character)) return this.#word();
      if (!this.#isKotlin && this.#startsWith('\\u')) this.#isUnclear = true;
      this.#at += 1;
      return { kind: 'mark', value: character };
    }
    return undefined;
  }

  /** Remembers whether a value ends here. A line in round or square brackets ends nothing. */
  #follow({ kind, value }: GradleToken): void {
    if (kind === 'text') this.#operand = 'text';
    else if (kind === 'word') {
      const last = value.slice(value.lastIndexOf('.') + 1);
      this.#operand = last === '' || keywords.has(last) ? undefined : last;
    } else if (kind === 'mark') {
      if (value === '(' || value === '[' || value === '{') this.#brackets.push(value);
      if (value === ')' || value === ']' || value === '}') this.#brackets.pop();
      this.#operand = this.#endsValue(value) ? 'value' : undefined;
    } else if (this.#brackets.at(-1) === '{' || this.#brackets.length === 0) this.#operand = undefined;
  }

  #endsValue(mark: string): boolean {
    if (mark === '+' || mark === '-') {
      // Two signs without a gap are one operator.
      const isSecond = this.#signEnd === this.#at - 1 && this.#text[this.#at - 2] === mark;
      this.#signEnd = isSecond ? -1 : this.#at;
      return isSecond;
    }
    return mark === ')' || mark === ']' || mark === '}' || mark > '\u007f';
  }

  #quotes(character: string): Quotes | undefined {
    if (character === '"' || character === "'") return this.#usualQuotes(character);
    if (this.#isKotlin) return character === '`' ? { open: '`', close: '`' } : undefined;
    if (this.#startsWith('$/')) return dollarSlashy;
    if (character !== '/') return undefined;
    if (laterKeywords.has(this.#operand ?? '')) this.#isUnclear = true;
    return this.#operand === undefined ? slashy : undefined;
  }

  #usualQuotes(quote: string): Quotes {
    const interpolates = quote === '"';
    const triple = quote.repeat(3);
    const expression = this.#isKotlin && interpolates ? this.#expression() : '${';
    if (!this.#startsWith(triple) || (this.#isKotlin && !interpolates))
      return { open: quote, close: quote, escape: 'any', interpolates, expression };
    const raw: Quotes = { open: triple, close: triple, isMultiline: true, interpolates, expression };
    return this.#isKotlin ? raw : { ...raw, escape: 'any' };
  }

  /** Returns what begins an expression in a string of Kotlin: as many dollar signs as are before its quotes, at least one. */
  #expression(): string {
    let dollars = 0;
    while (dollars <= maxDollars && this.#text[this.#at - 1 - dollars] === '$') dollars += 1;
    if (dollars > maxDollars) this.#isUnclear = true;
    return `${'$'.repeat(Math.max(1, dollars))}{`;
  }

  #string(quotes: Quotes): GradleToken {
    const { open, close, isMultiline, interpolates, expression = '${' } = quotes;
    const start = (this.#at += open.length);
    const signs = `${close}\\${interpolates ? '$' : ''}${isMultiline ? '' : '\n\r'}`;
    while (this.#at < this.#text.length) {
      const escaped = escapeAt(this.#text, this.#at, quotes);
      if (escaped > 0) this.#at += escaped;
      else if (this.#startsWith(close)) {
        this.#noteHidden(start, signs);
        return this.#ended(start, quotes);
      } else if (!isMultiline && this.#isLineEnd(this.#at)) break;
      else if (interpolates && this.#startsWith(expression)) this.#interpolation(expression.length);
      else this.#at += 1;
    }
    this.#isUnclear = true;
    return { kind: 'text', value: this.#text.slice(start, Math.min(this.#at, start + longestText)) };
  }

  #ended(start: number, { close }: Quotes): GradleToken {
    // Of more than three quotes, the last three end the string.
    if (close.length === 3) while (this.#text[this.#at + 3] === close[0]) this.#at += 1;
    const value = this.#text.slice(start, Math.min(this.#at, start + longestText));
    this.#at += close.length;
    return { kind: close === '`' ? 'word' : 'text', value };
  }

  /** Skips `${…}`, in which there may be strings with braces and quotes. */
  #interpolation(length: number): void {
    this.#at += length;
    if (this.#nesting >= maxNesting) {
      this.#isUnclear = true;
      this.#at = this.#text.length;
      return;
    }
    const [operand, brackets] = [this.#operand, this.#brackets];
    this.#nesting += 1;
    this.#operand = undefined;
    this.#brackets = ['{'];
    while (this.#brackets.length > 0 && this.#at < this.#text.length) this.#next();
    this.#nesting -= 1;
    [this.#operand, this.#brackets] = [operand, brackets];
  }

  #word(): GradleToken {
    const start = this.#at;
    while (word.test(this.#text[this.#at] ?? '')) this.#at += 1;
    return { kind: 'word', value: this.#text.slice(start, this.#at) };
  }

  #skipLine(): void {
    const start = this.#at;
    while (this.#at < this.#text.length && !this.#isLineEnd(this.#at)) this.#at += 1;
    this.#noteHidden(start, '\n\r');
  }

  /** Notes that versions of Groovy read what was just skipped in different ways. */
  #noteHidden(start: number, signs: string): void {
    if (!this.#isKotlin && hidesSign(this.#text.slice(start, this.#at), signs)) this.#isUnclear = true;
  }

  /** Skips a comment. Those of Kotlin may be inside each other. */
  #skipComment(): void {
    let depth = 1;
    const start = (this.#at += 2);
    while (depth > 0 && this.#at < this.#text.length) {
      const isEnd = this.#startsWith('*/');
      const isStart = this.#isKotlin && this.#startsWith('/*');
      if (isEnd || isStart) depth += isStart ? 1 : -1;
      this.#at += isEnd || isStart ? 2 : 1;
    }
    if (depth > 0) this.#isUnclear = true;
    this.#noteHidden(start, '*/');
  }

  #startsWith(mark: string): boolean {
    return this.#text.startsWith(mark, this.#at);
  }

  #isLineEnd(at: number): boolean {
    return this.#text[at] === '\n' || this.#text[at] === '\r';
  }
}

/** Yields the tokens of a script, and at its end one that is `unclear` if what it has is not known for sure. */
export const gradleTokens = (text: string, isKotlin = false): Generator<GradleToken> =>
  new Scanner(text, isKotlin).tokens();
