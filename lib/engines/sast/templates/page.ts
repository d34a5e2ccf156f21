import { BrowserTags } from './browser-tags.ts';
import { isRun, readTag, type ScriptRange } from './script-elements.ts';
import type { Tag } from './tags.ts';

/** The kind of place in a page that an offset is in. */
export interface PagePlace {
  /** Between the tags of a script that a browser runs. */
  inScript: boolean;
  /** After `name=` without a quote. */
  isUnquoted: boolean;
  /** The element in whose tag the offset is; absent between tags. */
  element?: string;
  /** The attribute in whose quoted value the offset is. */
  attribute?: string;
  /** Whether the value of that attribute begins at the offset. */
  beginsAttribute?: boolean;
}

/** The characters before a quoted value in which its name is looked for. */
const longestName = 200;
/** Farther away, a `<` without a name is not the beginning of a tag. */
const maxTextBefore = 300;

/**
 * Returns the ranges of the scripts of a page in lower case that a browser may run, each from the first end of its tag: whatever
 * else is in the page, as if it had no comments and no quotes.
 */
export const scriptsOf = (page: string): ScriptRange[] => {
  const scripts: ScriptRange[] = [];
  for (let at = page.indexOf('<script'); at !== -1; at = page.indexOf('<script', at)) {
    const opened = page.indexOf('>', at);
    if (opened === -1) break;
    const { type } = readTag(page.slice(at, opened + 1), '<script'.length);
    const closed = page.indexOf('</script', opened);
    const end = closed === -1 ? page.length : closed;
    if (isRun(type)) scripts.push([opened, end]);
    at = isRun(type) ? Math.max(end, at + 1) : opened;
  }
  return scripts;
};

/** Replaces the tags of a template, which are sorted and do not overlap, by texts of the same length. */
export const replaceTags = (
  text: string,
  tags: readonly Tag[],
  replacementOf: (tag: Tag) => string,
): string => {
  const parts: string[] = [];
  let at = 0;
  for (const tag of tags) {
    parts.push(text.slice(at, tag.start), replacementOf(tag));
    at = tag.end;
  }
  return parts.join('') + text.slice(at);
};

/** Blanks the tags of the template itself, whose punctuation and quotes are not part of the page. Offsets are kept. */
export const withoutTags = (text: string, tags: readonly Tag[]): string =>
  replaceTags(text, tags, ({ start, end }) => '·'.repeat(end - start));

/** Follows the quoted values of a tag at increasing offsets: each character is looked at once. */
class QuotedValues {
  readonly #page: string;
  #opened = -1;
  #at = 0;
  /** The beginning of the value that is open, -1 between values. */
  #quote = -1;
  /** The next quote, or the end of the value that is open; the length of the page if there is none. */
  #next = -1;

  constructor(page: string) {
    this.#page = page;
  }

  #find(): number {
    const page = this.#page;
    const found = (sign: string): number => {
      const at = page.indexOf(sign, this.#at);
      return at === -1 ? page.length : at;
    };
    return this.#quote === -1 ? Math.min(found('"'), found("'")) : found(page.charAt(this.#quote));
  }

  /** Returns the attribute whose quoted value is open at an offset of the tag that begins at a position. */
  attributeAt(opened: number, offset: number): Pick<PagePlace, 'attribute' | 'beginsAttribute'> {
    if (this.#opened !== opened) {
      [this.#opened, this.#at, this.#quote] = [opened, opened + 1, -1];
      this.#next = this.#find();
    }
    while (this.#next < offset) {
      this.#quote = this.#quote === -1 ? this.#next : -1;
      this.#at = this.#next + 1;
      this.#next = this.#find();
    }
    if (this.#quote === -1) return {};
    const named = this.#page.slice(Math.max(opened + 1, this.#quote - longestName), this.#quote).trimEnd();
    if (!named.endsWith('=')) return {};
    const attribute = named.slice(0, -1).trimEnd().split(/\s/).at(-1) ?? '';
    return { attribute, beginsAttribute: this.#quote === offset - 1 };
  }
}

/** Lowercases ASCII letters only. Others may change their length, which would move offsets. */
export const lowerAscii = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Returns the last occurrence of a character before increasing offsets, in linear time. */
const lastBefore = (text: string, character: string): ((offset: number) => number) => {
  let last = -1;
  let next = text.indexOf(character);
  return (offset) => {
    while (next !== -1 && next < offset) {
      last = next;
      next = text.indexOf(character, next + 1);
    }
    return last;
  };
};

/**
 * Returns a function that locates increasing offsets in a page whose template tags are blanked: as if any `<` and `>` began and
 * ended a tag, and in a tag as a browser reads it, where the page is one of HTML.
 */
export const pageIndex = (text: string, isHtml: boolean): ((offset: number) => readonly PagePlace[]) => {
  const page = lowerAscii(text);
  const placeBySigns = signIndex(page);
  const tags = isHtml ? new BrowserTags(page) : undefined;
  return (offset) => {
    const place = tags?.placeAt(offset);
    return place ? [placeBySigns(offset), place] : [placeBySigns(offset)];
  };
};

/** Returns a function that locates increasing offsets by the nearest signs before them. */
const signIndex = (page: string): ((offset: number) => PagePlace) => {
  const scripts = scriptsOf(page);
  const values = new QuotedValues(page);
  const [openedBefore, closedBefore] = [lastBefore(page, '<'), lastBefore(page, '>')];
  let next = 0;
  return (offset) => {
    while (next < scripts.length && scripts[next]![1] < offset) next += 1;
    const script = scripts[next];
    const inScript = script !== undefined && script[0] < offset && offset < script[1];
    const opened = openedBefore(offset);
    const isOpen = opened > closedBefore(offset);
    // `<<word` begins a text of a shell.
    const hasName = /[a-z]/.test(page.charAt(opened + 1)) && page.charAt(opened - 1) !== '<';
    const inTag = isOpen && !inScript && (hasName || offset - opened <= maxTextBefore);
    if (!inTag) return { inScript, isUnquoted: false };
    const element = /^[a-z][\w:.-]{0,50}/.exec(page.slice(opened + 1, opened + 60));
    const isUnquoted = /[a-z]\s?=$/.test(page.slice(Math.max(opened + 1, offset - 3), offset));
    return {
      inScript,
      isUnquoted,
      ...(element && { element: element[0], ...values.attributeAt(opened, offset) }),
    };
  };
};
