import { indexOrEnd, wordAt } from './characters.ts';

/** The place up to which markup is read. */
type MarkupEnd = 'page' | 'brace' | 'element' | 'line';

/** People nest code and markup a few levels deep. */
const maxDepth = 60;

/** Elements without an end tag. */
const voidElements: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
);

/** Elements in which a sign like that of a tag is text. */
const textElements: ReadonlySet<string> = new Set(['script', 'style', 'textarea']);

/** Reads markup in which `@` begins code, each character once. */
export abstract class MarkupReader {
  protected readonly page: string;
  protected at = 0;
  protected isPartial = false;
  #depth = 0;

  constructor(page: string) {
    this.page = page;
  }

  /** Reads what an `@` begins. */
  protected abstract transition(): void;

  /** Gives up on the rest of the page. */
  #giveUp(): void {
    this.isPartial = true;
    this.at = this.page.length;
  }

  protected nested(read: () => void): void {
    if (this.#depth >= maxDepth) return this.#giveUp();
    this.#depth += 1;
    read();
    this.#depth -= 1;
  }

  protected markup(until: MarkupEnd): void {
    const page = this.page;
    let [braces, elements] = [0, 0];
    while (this.at < page.length) {
      const sign = page.charAt(this.at);
      if (sign === '@') this.transition();
      else if (until === 'element' && sign === '<') {
        elements += this.#tag();
        if (elements <= 0) return;
      } else if (until === 'line' && sign === '\n') return;
      else if (until === 'brace' && sign === '}' && braces === 0) return;
      else {
        if (sign === '{') braces += 1;
        else if (sign === '}') braces -= 1;
        this.at += 1;
      }
    }
    if (until === 'brace' || until === 'element') this.isPartial = true;
  }

  /** Reads to the end of a text, and the code in between. */
  protected markupUntil(end: string): void {
    const to = indexOrEnd(this.page, end, this.at);
    while (this.at < to) {
      if (this.page.charAt(this.at) === '@') this.transition();
      else this.at += 1;
    }
    this.at = Math.max(this.at, Math.min(this.page.length, to + end.length));
  }

  /** Reads a tag. @returns by how many elements it is deeper behind it. */
  #tag(): number {
    const page = this.page;
    if (page.startsWith('<!--', this.at)) {
      this.markupUntil('-->');
      return 0;
    }
    const isClosing = page.charAt(this.at + 1) === '/';
    const name = wordAt(page, this.at + (isClosing ? 2 : 1), '-.:').toLowerCase();
    this.at += 1;
    let quote = '';
    while (this.at < page.length) {
      const sign = page.charAt(this.at);
      if (sign === '@') {
        this.transition();
        continue;
      }
      this.at += 1;
      if (quote !== '') quote = sign === quote ? '' : quote;
      else if (sign === '"' || sign === "'") quote = sign;
      else if (sign === '>') break;
    }
    if (isClosing) return -1;
    if (page.charAt(this.at - 2) === '/' || voidElements.has(name) || name === '') return 0;
    if (!textElements.has(name)) return 1;
    this.markupUntil(`</${name}`);
    this.markupUntil('>');
    return 0;
  }
}
