const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Returns the end of a literal or a comment that begins at an offset; the next offset when none does. */
export type LiteralEnd = (text: string, at: number) => number;

/** Finds the ends of brackets. A page is read about once, unless its brackets stay open. */
export class Brackets {
  readonly #text: string;
  readonly #literalEnd: LiteralEnd;
  #work: number;
  /** Whether there were too many open brackets to look for all of their ends. */
  isPartial = false;

  constructor(text: string, literalEnd: LiteralEnd) {
    this.#text = text;
    this.#literalEnd = literalEnd;
    this.#work = 8 * text.length + 1000;
  }

  /** Returns the end of what a bracket opens, or undefined when it stays open. */
  closedAt(from: number): number | undefined {
    this.isPartial ||= this.#work < 0;
    if (this.isPartial) return undefined;
    const text = this.#text;
    const open = text.charAt(from);
    let depth = 0;
    let at = from;
    while (at < text.length) {
      const character = text.charAt(at);
      if (character === open) depth += 1;
      else if (character === closing[open]) depth -= 1;
      if (depth === 0) break;
      at = this.#literalEnd(text, at);
    }
    this.#work -= at - from;
    return depth === 0 ? at + 1 : undefined;
  }
}

const quotes = '"\'`';

/**
 * Returns the end of a text in quotes or a comment of PHP or JavaScript that begins at an offset; the next offset when none
 * does.
 */
export const quotedEnd: LiteralEnd = (text, start) => {
  const quote = text.charAt(start);
  if (text.startsWith('/*', start)) {
    const closed = text.indexOf('*/', start + 2);
    return closed === -1 ? text.length : closed + 2;
  }
  if (!quotes.includes(quote)) return start + 1;
  for (let at = start + 1; at < text.length; at += 1) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === quote) return at + 1;
  }
  return text.length;
};
