import type { PagePlace } from './page.ts';
import { blanks, endOfComment, rawElements } from './script-elements.ts';

/** The part of a tag that is next; `text` between tags. */
type State = 'text' | 'before' | 'name' | 'after' | 'value' | 'quoted' | 'unquoted';

const element = /^[a-z][\w:.-]{0,50}/;
/** A longer name is that of no attribute. */
const longestName = 200;

/**
 * Follows the tags of a page in lower case at increasing offsets, as a browser reads them: a quote begins a value only after `=`,
 * and a `>` in it ends no tag. Each character is looked at once.
 */
export class BrowserTags {
  readonly #page: string;
  #at = 0;
  #state: State = 'text';
  #element = '';
  #isClosing = false;
  #attribute = '';
  /** The beginning of the quoted value. */
  #valueAt = -1;

  constructor(page: string) {
    this.#page = page;
  }

  /** Returns the place of an offset in the tag of an element; undefined between such tags. */
  placeAt(offset: number): PagePlace | undefined {
    while (this.#at < offset) {
      if (this.#state === 'text') this.#nextTag(offset);
      else this.#readSign();
    }
    if (this.#at > offset || this.#state === 'text' || this.#isClosing) return undefined;
    const place = { inScript: false, isUnquoted: this.#state === 'value', element: this.#element };
    if (this.#state !== 'quoted') return place;
    return { ...place, attribute: this.#attribute, beginsAttribute: this.#valueAt === offset };
  }

  /** Goes to the attributes of the next tag before an offset, over comments. */
  #nextTag(offset: number): void {
    const page = this.#page;
    const opened = page.indexOf('<', this.#at);
    if (opened === -1 || opened >= offset) {
      this.#at = offset;
      return;
    }
    if (page.startsWith('<!--', opened)) {
      const end = endOfComment(page, opened);
      this.#at = end === -1 ? page.length : end;
      return;
    }
    this.#isClosing = page.charAt(opened + 1) === '/';
    const begin = opened + (this.#isClosing ? 2 : 1);
    this.#at = opened + 1;
    const [name] = element.exec(page.slice(begin, begin + 60)) ?? [];
    if (name === undefined) return;
    this.#element = name;
    this.#at = begin + name.length;
    this.#begin('before');
  }

  #begin(state: State): void {
    this.#state = state;
    if (state === 'before') this.#attribute = '';
  }

  /** Reads a character of a tag. */
  #readSign(): void {
    const sign = this.#page.charAt(this.#at);
    const isBlank = blanks.includes(sign);
    this.#at += 1;
    if (this.#state === 'quoted') {
      if (sign === this.#page.charAt(this.#valueAt - 1)) this.#begin('before');
    } else if (sign === '>') this.#end();
    else if (this.#state === 'value') {
      if (isBlank) return;
      const isQuote = sign === '"' || sign === "'";
      this.#valueAt = this.#at;
      this.#begin(isQuote ? 'quoted' : 'unquoted');
    } else if (this.#state === 'unquoted') {
      if (isBlank) this.#begin('before');
    } else if (isBlank) this.#begin(this.#state === 'name' ? 'after' : this.#state);
    else if (sign === '/') this.#begin('before');
    else if (sign === '=' && this.#state !== 'before') this.#begin('value');
    else this.#readName(sign);
  }

  #readName(sign: string): void {
    if (this.#state !== 'name') this.#attribute = '';
    if (this.#attribute.length < longestName) this.#attribute += sign;
    this.#begin('name');
  }

  /** Ends a tag, and goes over the content of an element without tags in it. */
  #end(): void {
    this.#begin('text');
    if (this.#isClosing || !rawElements.includes(this.#element)) return;
    const closed = this.#page.indexOf(`</${this.#element}`, this.#at);
    this.#at = closed === -1 ? this.#page.length : closed;
  }
}
