/** Splits a text into its lines, which end with `\n`, `\r\n` or `\r`. */
export const linesOf = (text: string): string[] =>
  // Splitting by a regular expression takes several times as long, and few files have other line endings.
  text.includes('\r') ? text.split(/\r\n|\n|\r/) : text.split('\n');

// oxlint-disable-next-line no-control-regex -- these control characters end lines
const breaksOfPython = /[\v\f\u001c-\u001e\u0085\u2028\u2029]/;
const everyBreakOfPython = new RegExp(breaksOfPython, 'g');

/** Returns whether a text has a line break of Python that is none elsewhere. */
export const hasPythonBreak = (text: string): boolean => breaksOfPython.test(text);

/** Returns a text of the same length with usual line breaks wherever a line ends for `str.splitlines` of Python. */
export const withPythonBreaks = (text: string): string =>
  hasPythonBreak(text) ? text.replaceAll(everyBreakOfPython, '\n') : text;

/**
 * Goes over the lines of a text. Lines that are written as usual are matched where they stand, which takes less time
 * than to cut them out first.
 */
export class LineCursor {
  /** The text, in which every line ends with `\n`. */
  readonly text: string;
  #at = 0;

  constructor(text: string) {
    this.text = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  }

  /** Whether all lines have been taken. As for `linesOf`, an empty line follows the last line break. */
  get isAtEnd(): boolean {
    return this.#at > this.text.length;
  }

  /**
   * Takes the lines that a sticky expression matches.
   * @param usual matches whole lines, with the line break after each.
   */
  match(usual: RegExp): RegExpExecArray | null {
    usual.lastIndex = this.#at;
    const found = usual.exec(this.text);
    if (found) this.#at = usual.lastIndex;
    return found;
  }

  /** The position of what has not been taken. */
  get at(): number {
    return this.#at;
  }

  /**
   * Takes such lines without their parts, which takes less time.
   * @returns the position after them; -1 where the expression does not match.
   */
  matchEnd(usual: RegExp): number {
    usual.lastIndex = this.#at;
    if (!usual.test(this.text)) return -1;
    this.#at = usual.lastIndex;
    return this.#at;
  }

  /** Goes to a position, where a line begins. */
  goTo(at: number): void {
    this.#at = at;
  }

  /** Puts back what was matched last. */
  putBack({ index }: RegExpExecArray): void {
    this.#at = index;
  }

  /** The text that has not been taken. */
  get rest(): string {
    return this.text.slice(this.#at);
  }

  /** Takes the next line. */
  take(): string {
    const from = this.#at;
    const end = this.text.indexOf('\n', from);
    this.#at = (end === -1 ? this.text.length : end) + 1;
    return this.text.slice(from, this.#at - 1);
  }
}
