const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** An offset that stands for an end that cannot be told. */
export const undecided = -1;

/** Returns the end of a literal or a comment that begins at an offset; the next offset when none does. */
export type LiteralEnd = (text: string, at: number) => number;

/** Finds the ends of brackets. A page is read about once, unless its brackets stay open. */
export class Brackets {
  readonly #text: string;
  readonly #literalEnd: LiteralEnd;
  #work: number;
  /** Whether there were too many open brackets to look for all of their ends. */
  isPartial = false;
  /** Whether the end of a bracket was not found. */
  hasOpen = false;

  constructor(text: string, literalEnd: LiteralEnd) {
    this.#text = text;
    this.#literalEnd = literalEnd;
    this.#work = 8 * text.length + 1000;
  }

  /** Returns the end of what a bracket opens, or undefined when it stays open or cannot be told. */
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
      const end = this.#literalEnd(text, at);
      if (end === undecided) break;
      at = end;
    }
    this.#work -= at - from;
    this.hasOpen ||= depth !== 0;
    return depth === 0 ? at + 1 : undefined;
  }
}
