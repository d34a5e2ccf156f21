import type { Brackets } from './brackets.ts';
import { longestWord, skipBlanks, wordAt } from './characters.ts';

/** The bounds of a piece of code. */
export type Bounds = readonly [from: number, to: number];

/** The tag of a component. */
interface ComponentTag {
  /** The values that are code: those of attributes with a colon before their names. */
  values: readonly Bounds[];
  end: number;
  /** Whether the tag could be read to its end. */
  isRead: boolean;
}

/** Delimiters of what a tag may hold beside attributes. */
const insertions = [
  ['{{--', '--}}'],
  ['{{', '}}'],
  ['{!!', '!!}'],
] as const;

/** Returns the end of what is no attribute, or undefined. */
const insertionEnd = (page: string, at: number, brackets: Brackets): number | undefined => {
  const [open, close] = insertions.find(([each]) => page.startsWith(each, at)) ?? [];
  if (open !== undefined) {
    const end = page.indexOf(close, at + open.length);
    return end === -1 ? undefined : end + close.length;
  }
  if (page.charAt(at) === '/') return at + 1;
  if (page.charAt(at) !== '@') return undefined;
  const bracket = skipBlanks(page, at + 1 + wordAt(page, at + 1).length);
  return page.charAt(bracket) === '(' ? brackets.closedAt(bracket) : undefined;
};

/** Returns the bounds of the value behind an equals sign, or undefined when its quote stays open. */
const valueAt = (page: string, at: number): Bounds | undefined => {
  const quote = page.charAt(at);
  if (quote === '"' || quote === "'") {
    const end = page.indexOf(quote, at + 1);
    return end === -1 ? undefined : [at + 1, end];
  }
  let end = at;
  while (end < page.length && !' \t\r\n\f>'.includes(page.charAt(end))) end += 1;
  return [at, end];
};

/** Whether the name is that of a bound attribute; two colons stand for one of the page. */
const isBound = (name: string): boolean =>
  (name.startsWith(':') && !name.startsWith('::')) || name.startsWith('bind:');

/** Reads the tag of a component from behind its name. */
export const componentTag = (page: string, from: number, brackets: Brackets): ComponentTag => {
  const values: Bounds[] = [];
  let at = from;
  while (at < page.length) {
    at = skipBlanks(page, at);
    if (page.charAt(at) === '>') return { values, end: at, isRead: true };
    const name = wordAt(page, at, '-:.%$@');
    const equals = at + name.length;
    if (name !== '' && page.charAt(equals) === '=') {
      const value = valueAt(page, equals + 1);
      if (value === undefined || name.length === longestWord) break;
      if (isBound(name)) values.push(value);
      at = value[1] + ('"\''.includes(page.charAt(equals + 1)) ? 1 : 0);
    } else if (name !== '' && !name.startsWith('@') && name.length < longestWord) at = equals;
    else {
      const end = insertionEnd(page, at, brackets);
      if (end === undefined) break;
      at = end;
    }
  }
  return { values, end: at, isRead: false };
};
