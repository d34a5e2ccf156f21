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
  /** Whether the tag that the offset may be in begins too far before it to be looked at. */
  isTooFar?: true;
}

/** Up to this far before an offset, the tag of an element is looked at. */
const maxTagBefore = 10_000;
/** Farther away, a `<` without a name is not the beginning of a tag. */
const maxTextBefore = 300;

const dataType =
  /type\s{0,5}=\s{0,5}["']?(?:application\/(?:ld\+)?json|text\/(?:template|x-|html|ng-)|importmap)/i;

/** Returns the ranges of the scripts of a page in lower case that a browser runs, each from the end of its tag. */
export const scriptsOf = (page: string): (readonly [start: number, end: number])[] => {
  const scripts: (readonly [number, number])[] = [];
  for (let at = page.indexOf('<script'); at !== -1; at = page.indexOf('<script', at)) {
    const opened = page.indexOf('>', at);
    const closed = opened === -1 ? -1 : page.indexOf('</script', opened);
    const end = closed === -1 ? page.length : closed;
    if (opened !== -1 && !dataType.test(page.slice(at, Math.min(opened, at + 500))))
      scripts.push([opened, end]);
    at = Math.max(end, at + 1);
  }
  return scripts;
};

/**
 * Blanks the tags of the template itself, whose punctuation and quotes are not part of the page. Offsets are kept.
 * The tags are sorted and do not overlap.
 */
export const withoutTags = (text: string, tags: readonly Tag[]): string => {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of tags) {
    parts.push(text.slice(at, start), '·'.repeat(end - start));
    at = end;
  }
  return parts.join('') + text.slice(at);
};

const quoteFrom = (tag: string, from: number): number => {
  const [double, single] = [tag.indexOf('"', from), tag.indexOf("'", from)];
  return double === -1 || single === -1 ? Math.max(double, single) : Math.min(double, single);
};

/** Returns the attribute whose quoted value is still open at the end of the given beginning of a tag. */
const openAttribute = (tag: string): Pick<PagePlace, 'attribute' | 'beginsAttribute'> => {
  let at = quoteFrom(tag, 0);
  while (at !== -1) {
    const closed = tag.indexOf(tag.charAt(at), at + 1);
    if (closed === -1) break;
    at = quoteFrom(tag, closed + 1);
  }
  const named = at === -1 ? '' : tag.slice(0, at).trimEnd();
  if (!named.endsWith('=')) return {};
  const attribute = named.slice(0, -1).trimEnd().split(/\s/).at(-1) ?? '';
  return { attribute, beginsAttribute: at === tag.length - 1 };
};

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

/** Returns a function that locates increasing offsets in a page whose template tags are blanked. */
export const pageIndex = (text: string): ((offset: number) => PagePlace) => {
  const page = lowerAscii(text);
  const scripts = scriptsOf(page);
  const [openedBefore, closedBefore] = [lastBefore(page, '<'), lastBefore(page, '>')];
  let next = 0;
  return (offset) => {
    while (next < scripts.length && scripts[next]![1] < offset) next += 1;
    const script = scripts[next];
    const inScript = script !== undefined && script[0] < offset && offset < script[1];
    const opened = openedBefore(offset);
    const isOpen = opened > closedBefore(offset);
    const hasName = /[a-z]/.test(page.charAt(opened + 1));
    const inTag = isOpen && !inScript && (hasName || offset - opened <= maxTextBefore);
    if (!inTag) return { inScript, isUnquoted: false };
    if (offset - opened > maxTagBefore) return { inScript, isUnquoted: false, isTooFar: true };
    const tag = page.slice(opened + 1, offset);
    const element = /^[a-z][\w:.-]{0,50}/.exec(tag);
    const isUnquoted = /[a-z]\s?=$/.test(tag.slice(-3));
    return { inScript, isUnquoted, ...(element && { element: element[0], ...openAttribute(tag) }) };
  };
};
