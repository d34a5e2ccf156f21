/** A part of JavaScript or TypeScript outside of its comments. */
export interface CodeToken {
  /** A `template` is a text with values in it, of which only the beginning is known. */
  kind: 'word' | 'text' | 'template' | 'sign';
  value: string;
}

/** Findings of a tokenizer besides tokens. */
export interface CodeReport {
  /** Set where the text may mean something else than what was read. */
  isUncertain: boolean;
  /** Takes what was skipped: in JSX, quotes and slashes of the page may look like texts and comments, and code may be in them. */
  skipped: (from: number, end: number, kind: 'text' | 'comment' | 'code') => void;
}

const lineEnd = /[\n\r\u2028\u2029]/g;
const wordForm = /[\w$\u0080-\u2027\u202a-\uffff]+/y;
const blanks = /[\s\ufeff]+/y;
const spread = '...';
/** The signs that end a value or a type in TypeScript, and that an expression may follow in JavaScript. */
const mayEndType: ReadonlySet<string> = new Set(['!', '>']);
/** The words of which one is before each module that is imported. */
export const importing = /\b(?:from|import|require)\b/;
const escape = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{0{0,20}([\da-fA-F]{1,6})\}|\r\n|([^]))/g;
const named: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '0': '\0',
};

const ofCode = (hex: string): string => {
  const code = Number.parseInt(hex, 16);
  return code > 0x10_ffff ? '' : String.fromCodePoint(code);
};

const valueOfEscape = (...[, byte, unit, point, sign = '']: (string | undefined)[]): string => {
  const hex = byte ?? unit ?? point;
  if (hex !== undefined) return ofCode(hex);
  return lineEnds.has(sign) ? '' : (named[sign] ?? sign);
};

/** Returns the value of a text between its quotes. */
const unescaped = (text: string): string =>
  text.includes('\\') ? text.replaceAll(escape, valueOfEscape) : text;

const lineEnds: ReadonlySet<string> = new Set(['\n', '\r', '\u2028', '\u2029', '']);

/** A line whose rest is read in two ways is no longer than that. */
const longestRest = 1000;

/** The words after which a slash begins an expression. */
const beforeExpression: ReadonlySet<string> = new Set(
  'return typeof case do else in instanceof new delete void throw await yield extends default'.split(' '),
);
/** The words whose brackets a statement follows. */
const beforeStatement: ReadonlySet<string> = new Set(['if', 'while', 'for', 'with']);

/** Meanings of a slash after a token. */
type Slash = 'expression' | 'division' | 'either';

/** Splits code into tokens, in time that is linear in it. */
export class CodeTokenizer {
  readonly text: string;
  readonly report: CodeReport;
  readonly isJsx: boolean;
  #at = 0;
  #wasted = 0;
  #last: CodeToken | undefined;
  #beforeLast: CodeToken | undefined;
  /** For each open bracket, whether a statement follows it. */
  readonly #brackets: boolean[] = [];
  /** For each open template, how many braces are open in its value. */
  readonly #templates: number[] = [];
  #closedStatement = false;

  constructor(text: string, options: { report: CodeReport; isJsx: boolean }) {
    this.text = text;
    this.report = options.report;
    this.isJsx = options.isJsx;
    if (text.startsWith('#!')) this.#at = this.#lineEndAfter(0);
  }

  *tokens(): Generator<CodeToken> {
    while (this.#skipBlanks()) {
      const token = this.#next();
      if (!token) continue;
      this.#beforeLast = this.#last;
      this.#last = token;
      yield token;
    }
    if (this.#templates.length > 0) this.report.isUncertain = true;
  }

  #skipBlanks(): boolean {
    blanks.lastIndex = this.#at;
    if (blanks.test(this.text)) this.#at = blanks.lastIndex;
    return this.#at < this.text.length;
  }

  #lineEndAfter(at: number): number {
    lineEnd.lastIndex = at;
    return lineEnd.exec(this.text)?.index ?? this.text.length;
  }

  #next(): CodeToken | undefined {
    const sign = this.text.charAt(this.#at);
    if (sign === '"' || sign === "'") return this.#quoted(sign);
    if (sign === '`') return this.#template(this.#at + 1, true);
    if (sign === '/') return this.#slash();
    // A private name has none of the meanings of its word.
    const from = sign === '#' ? this.#at + 1 : this.#at;
    const end = this.#wordEnd(from);
    if (end === from) return this.#sign(this.text.startsWith(spread, this.#at) ? spread : sign);
    const word = this.text.slice(this.#at, end);
    const isNumber = sign >= '0' && sign <= '9';
    this.#at = isNumber ? this.#numberEnd(end) : end;
    return isNumber ? { kind: 'text', value: '' } : { kind: 'word', value: word };
  }

  #wordEnd(from: number): number {
    wordForm.lastIndex = from;
    return from + (wordForm.exec(this.text)?.[0].length ?? 0);
  }

  /** Returns where a number ends: the dot of `1.` belongs to it, and what follows is no member. */
  #numberEnd(from: number): number {
    return this.text[from] === '.' ? this.#wordEnd(from + 1) : from;
  }

  #sign(sign: string): CodeToken | undefined {
    if (sign === '(') this.#brackets.push(this.#isStatementWord());
    if (sign === ')') this.#closedStatement = this.#brackets.pop() ?? false;
    const open = this.#templates.at(-1);
    if (open !== undefined && (sign === '{' || sign === '}')) {
      if (sign === '}' && open === 0) {
        this.#templates.pop();
        return this.#template(this.#at + 1, false);
      }
      this.#templates[this.#templates.length - 1] = open + (sign === '{' ? 1 : -1);
    }
    this.#at += sign.length;
    return { kind: 'sign', value: sign };
  }

  #isStatementWord(): boolean {
    const { value = '' } = this.#last ?? {};
    if (value === 'await') return this.#beforeLast?.value === 'for';
    return this.#last?.kind === 'word' && beforeStatement.has(value) && this.#beforeLast?.value !== '.';
  }

  #quoted(quote: string): CodeToken {
    let at = this.#at + 1;
    for (; at < this.text.length; at += 1) {
      const sign = this.text[at];
      if (sign === quote) return this.#textTo(at);
      if (sign === '\n' || sign === '\r') break;
      if (sign === '\\') at += this.text.startsWith('\r\n', at + 1) ? 2 : 1;
    }
    this.#waste(at);
    // Code has no such quote, and a page in JSX has apostrophes.
    if (!this.isJsx) this.report.isUncertain = true;
    this.#at += 1;
    return { kind: 'sign', value: quote };
  }

  #textTo(end: number): CodeToken {
    const value = this.text.slice(this.#at + 1, end);
    this.report.skipped(this.#at + 1, end, 'text');
    this.#at = end + 1;
    return { kind: 'text', value: unescaped(value) };
  }

  /** Reads a part of a template, which ends with it or with a value in it. */
  #template(from: number, isFirst: boolean): CodeToken | undefined {
    let at = from;
    for (; at < this.text.length; at += 1) {
      const sign = this.text[at];
      if (sign === '\\') at += 1;
      else if (sign === '`' || (sign === '$' && this.text[at + 1] === '{')) break;
    }
    const value = this.text.slice(from, at);
    const hasValue = this.text[at] === '$';
    this.report.skipped(from, at, 'text');
    if (at >= this.text.length) this.report.isUncertain = true;
    this.#at = at + (hasValue ? 2 : 1);
    if (hasValue) this.#templates.push(0);
    if (isFirst) return { kind: hasValue ? 'template' : 'text', value: unescaped(value) };
    // What follows the value continues the template.
    this.#last = { kind: hasValue ? 'sign' : 'text', value: '' };
    return undefined;
  }

  #slash(): CodeToken | undefined {
    const second = this.text[this.#at + 1];
    if (second === '/' || second === '*') return this.#comment(second === '*');
    const slash = this.#meaningOfSlash();
    const end = slash === 'division' ? undefined : this.#expressionEnd();
    if (slash === 'expression' && end !== undefined) {
      // After the `!` or `>` of a type this is a division, and what follows it code.
      if (mayEndType.has(this.#last?.value ?? '') && importing.test(this.text.slice(this.#at + 1, end)))
        this.report.isUncertain = true;
      this.report.skipped(this.#at + 1, end, 'text');
      this.#at = end + 1;
      return { kind: 'text', value: '' };
    }
    if (slash === 'expression' && !this.isJsx) this.report.isUncertain = true;
    if (end !== undefined) this.#readOtherwise(end);
    this.#at += 1;
    return { kind: 'sign', value: '/' };
  }

  #comment(isBlock: boolean): undefined {
    const from = this.#at;
    const close = isBlock ? this.text.indexOf('*/', from + 2) : this.#lineEndAfter(from);
    if (close === -1) this.report.isUncertain = true;
    const end = close === -1 ? this.text.length : close;
    this.report.skipped(from + 2, end, 'comment');
    this.#at = isBlock ? end + 2 : end;
  }

  /** Hands on what follows on the line if the slash begins an expression that has quotes and ends at a position. */
  #readOtherwise(end: number): void {
    const body = this.text.slice(this.#at + 1, end);
    if (!/["'`]|\/[/*]/.test(body)) return;
    const [rest = ''] = this.text.slice(end + 1, end + 1 + longestRest).split(lineEnd, 1);
    // What begins with a backtick or is a comment may go on in the next line.
    if (this.isJsx && rest.length < longestRest && !/`|\/[/*]/.test(body))
      this.report.skipped(end + 1, end + 1 + rest.length, 'code');
    else this.report.isUncertain = true;
  }

  #meaningOfSlash(): Slash {
    const last = this.#last;
    if (!last) return 'expression';
    if (last.kind === 'text') return 'division';
    if (last.kind === 'template') return 'expression';
    if (last.kind === 'word') {
      if (this.#beforeLast?.value === '.') return 'division';
      if (last.value === 'of') return 'either';
      return beforeExpression.has(last.value) ? 'expression' : 'division';
    }
    if (last.value === ')') return this.#closedStatement ? 'expression' : 'division';
    if (last.value === ']') return 'division';
    const isDoubled = (last.value === '+' || last.value === '-') && this.#beforeLast?.value === last.value;
    if (last.value === '}' || isDoubled) return 'either';
    if (!this.isJsx) return 'expression';
    if (this.text[this.#at - 1] === '<') return 'division';
    return last.value === '>' && this.#beforeLast?.value !== '=' ? 'either' : 'expression';
  }

  /** Returns the position of the slash that ends a regular expression; undefined where the line ends before it. */
  #expressionEnd(): number | undefined {
    let isClass = false;
    for (let at = this.#at + 1; at < this.text.length; at += 1) {
      const sign = this.text.charAt(at);
      if (sign === '\\') at += 1;
      else if (sign === '[') isClass = true;
      else if (sign === ']') isClass = false;
      else if (sign === '/' && !isClass) return at;
      if (lineEnds.has(this.text.charAt(at))) {
        this.#waste(at);
        return undefined;
      }
    }
    this.#waste(this.text.length);
    return undefined;
  }

  /** Counts characters that were read without a result, and stops where there are more than any code needs. */
  #waste(end: number): void {
    this.#wasted += end - this.#at;
    if (this.#wasted <= 16 * this.text.length) return;
    this.report.isUncertain = true;
    this.#at = this.text.length;
  }
}
