import { UnreadableConfiguration } from './unreadable-configuration.ts';

const openers = '([{';
const closers = ')]}';

const heredocHead = /<<-?([A-Za-z_][\w-]{0,100})\r?\n/y;
const wordHead = /[A-Za-z_][\w-]{0,200}/y;

const escapes = /\\(?:["\\]|u[\da-fA-F]{4}|U00(?:0[\da-fA-F]|10)[\da-fA-F]{4})/g;

/** Returns a string as it is meant; breaks and tabs stay escaped, because no rule asks for them. */
const unescaped = (value: string): string =>
  value.includes('\\')
    ? value.replaceAll(escapes, (all) =>
        all.length === 2 ? all.slice(1) : String.fromCodePoint(Number.parseInt(all.slice(2), 16)),
      )
    : value;

/** Scans a text of HCL. Every step moves forward, so that reading is linear. */
export class HclScanner {
  at = 0;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get sign(): string {
    return this.text[this.at] ?? '';
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  startsWith(sign: string): boolean {
    return this.text.startsWith(sign, this.at);
  }

  /** Consumes a character if it is next. */
  take(sign: string): boolean {
    if (!this.startsWith(sign)) return false;
    this.at += sign.length;
    return true;
  }

  /** Skips spaces and comments, and line breaks where they have no meaning. */
  skipSpace({ lines }: { lines: boolean }): void {
    for (;;) {
      if (this.sign === '#' || this.startsWith('//')) this.#skipTo('\n', 0);
      else if (this.startsWith('/*')) this.#skipTo('*/', 2);
      else if (this.sign === ' ' || this.sign === '\t' || this.sign === '\r') this.at += 1;
      else if (lines && this.sign === '\n') this.at += 1;
      else return;
    }
  }

  #skipTo(end: string, length: number): void {
    const found = this.text.indexOf(end, this.at);
    this.at = found === -1 ? this.text.length : found + length;
  }

  word(): string | undefined {
    wordHead.lastIndex = this.at;
    const [word] = wordHead.exec(this.text) ?? [];
    if (word !== undefined) this.at += word.length;
    return word;
  }

  /**
   * Consumes a quoted string.
   * @returns its content, and whether it holds an expression.
   */
  quoted(): { value: string; hasExpression: boolean } {
    const start = this.at + 1;
    let hasExpression = false;
    this.at = start;
    while (!this.isAtEnd && this.sign !== '"' && this.sign !== '\n') {
      if (this.sign === '\\') this.at += 2;
      else if (this.startsWith('${') || this.startsWith('%{')) {
        hasExpression = true;
        this.at += 1;
        this.skipBracket();
      } else this.at += 1;
    }
    const value = this.text.slice(start, this.at);
    if (!this.take('"')) throw new UnreadableConfiguration('it is not valid HCL');
    return { value: unescaped(value), hasExpression };
  }

  /** Consumes a heredoc (`<<EOF`) if one begins here. */
  heredoc(): string | undefined {
    heredocHead.lastIndex = this.at;
    const [head, word] = heredocHead.exec(this.text) ?? [];
    if (head === undefined) return undefined;
    const start = this.at + head.length;
    for (this.at = start; !this.isAtEnd;) {
      const feed = this.text.indexOf('\n', this.at);
      const end = feed === -1 ? this.text.length : feed;
      const line = this.text.slice(this.at, end);
      if (line.trim() === word) {
        const value = this.text.slice(start, this.at);
        this.at = end;
        return value;
      }
      this.at = end + 1;
    }
    throw new UnreadableConfiguration('it is not valid HCL');
  }

  /**
   * Skips a bracket and everything inside it. Strings inside may hold expressions with further strings, so the depth
   * is kept in a stack instead of recursing.
   */
  skipBracket(): void {
    /** The closing character that each open bracket or string waits for. */
    const open: string[] = [];
    do {
      if (this.isAtEnd) throw new UnreadableConfiguration('it is not valid HCL');
      if (this.sign === open.at(-1)) {
        open.pop();
        this.at += 1;
      } else if (open.at(-1) === '"') this.#skipInText(open);
      else this.#skipInBracket(open);
    } while (open.length > 0);
  }

  #skipInText(open: string[]): void {
    const isExpression = this.startsWith('${') || this.startsWith('%{');
    if (isExpression) open.push('}');
    this.at += isExpression || this.sign === '\\' ? 2 : 1;
  }

  #skipInBracket(open: string[]): void {
    const before = this.at;
    this.skipSpace({ lines: true });
    if (this.at > before || this.heredoc() !== undefined) return;
    if (this.sign === '"') open.push('"');
    else if (openers.includes(this.sign)) open.push(closers[openers.indexOf(this.sign)] ?? '');
    this.at += 1;
  }

  /**
   * Skips the rest of an expression, up to what ends it: a comma, a bracket that it did not open, or a line break
   * outside of brackets.
   */
  skipExpression({ lines }: { lines: boolean }): void {
    const ends = lines ? ',)]}' : '\n,)]}';
    while (!this.isAtEnd && !ends.includes(this.sign)) {
      if (openers.includes(this.sign)) this.skipBracket();
      else if (this.sign === '"') this.quoted();
      else if (this.sign === '#' || this.startsWith('//') || this.startsWith('/*')) this.skipSpace({ lines });
      else if (this.heredoc() === undefined) this.at += 1;
    }
  }
}
