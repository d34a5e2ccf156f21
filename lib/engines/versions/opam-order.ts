import { compareText } from '../model/compare-text.ts';
import type { VersionOrder } from './version-order.ts';

/** Larger than the code of any letter. */
const afterLetters = 256;

/** `~` sorts before the end of a text, letters before everything else. */
const weightOf = (character: string | undefined): number => {
  if (character === '~') return -1;
  if (character === undefined) return 0;
  const code = character.charCodeAt(0);
  return /[A-Za-z]/.test(character) ? code : code + afterLetters;
};

const compareTexts = (a: string, b: string): number => {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = weightOf(a[at]) - weightOf(b[at]);
    if (difference !== 0) return difference;
  }
  return 0;
};

const compareNumbers = (a: string, b: string): number => a.length - b.length || compareText(a, b);

/** The characters that opam permits in a version. */
const form = /^[A-Za-z0-9][A-Za-z0-9_+.~-]{0,199}$/;

/**
 * Orders versions as opam does: non-digits and numbers alternate, like dpkg but without an epoch. Versions without
 * any digit (`dev`, `base`) are names of branches and are not ordered.
 */
export const opamOrder: VersionOrder<string[]> = {
  parse(version) {
    if (!form.test(version) || !/\d/.test(version)) return undefined;
    // The split begins with text: even indexes are text, odd ones numbers without leading zeros.
    return version.split(/(\d+)/).map((part, at) => (at % 2 === 1 ? part.replace(/^0+/, '') : part));
  },
  compare(a, b) {
    for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
      const [left, right] = [a[at] ?? '', b[at] ?? ''];
      const result = at % 2 === 1 ? compareNumbers(left, right) : compareTexts(left, right);
      if (result !== 0) return result;
    }
    return 0;
  },
};
