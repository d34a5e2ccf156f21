import { undecided, type Brackets } from './brackets.ts';
import { isBlank, skipBlanks } from './characters.ts';
import { scriptEnd } from './literals.ts';

/** The bounds of a value. */
type Bounds = readonly [from: number, to: number];

const comparing = '=!<>?';
/** Signs that a value goes on behind. */
const operators = '+-*/%&|^?:<>=!~.';

/** Returns where a value begins behind `=`, `!=` or `?=`; undefined for a comparison or an arrow. */
const valueBehind = (page: string, at: number): number | undefined => {
  const equals = '!?'.includes(page.charAt(at)) ? at + 1 : at;
  if (page.charAt(equals) !== '=') return undefined;
  return page.charAt(equals + 1) === '=' || page.charAt(equals + 1) === '>' ? undefined : equals + 1;
};

const endOfRun = (page: string, from: number): number => {
  let at = from;
  while (at < page.length && comparing.includes(page.charAt(at))) at += 1;
  return at;
};

/** Returns the end of a value without the comma behind it. */
const trimmedEnd = (page: string, from: number, to: number): number => {
  let end = to;
  while (end > from && (page.charAt(end - 1) === ',' || isBlank(page.charAt(end - 1)))) end -= 1;
  return end;
};

const nextOffset = (page: string, at: number, brackets: Brackets): number => {
  const closed = '([{'.includes(page.charAt(at)) ? brackets.closedAt(at) : undefined;
  const end = closed ?? scriptEnd(page, at);
  if (end === undecided) brackets.hasOpen = true;
  return Math.max(at + 1, end);
};

/** Returns the values of a list of attributes, whose names may be in quotes or brackets: `a=b, 'c' != d [e]=f`. */
export const pugAttributes = (page: string, [from, to]: Bounds, brackets: Brackets): Bounds[] => {
  const values: Bounds[] = [];
  let [value, word] = [-1, from];
  let isBetween = true;
  const push = (end: number): void => {
    if (value !== -1) values.push([value, trimmedEnd(page, value, end)]);
  };
  /** Whether the word before an equals sign is the name of a further attribute. */
  const isName = (): boolean => {
    if (value === -1) return true;
    const end = trimmedEnd(page, value, word);
    return word > value && end > value && !operators.includes(page.charAt(end - 1));
  };
  for (let at = from; at < to;) {
    const sign = page.charAt(at);
    const begins = comparing.includes(sign) ? valueBehind(page, at) : undefined;
    if (isBlank(sign) || sign === ',') {
      isBetween = true;
      at += 1;
    } else if (begins !== undefined && isName()) {
      push(word);
      value = skipBlanks(page, begins);
      word = value;
      isBetween = false;
      at = value;
    } else {
      if (isBetween && !comparing.includes(sign)) word = at;
      isBetween = false;
      at = comparing.includes(sign) ? endOfRun(page, at) : nextOffset(page, at, brackets);
    }
  }
  push(to);
  return values;
};
