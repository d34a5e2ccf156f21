import { compareText } from '../model/compare-text.ts';
import type { VersionOrder } from './version-order.ts';

const number = /^\d{1,100}$/;

const compareNumbers = (a: string, b: string): number => a.length - b.length || compareText(a, b);

/**
 * Returns the order of versions that are lists of numbers, as R's `numeric_version` and Haskell's `Version` compare
 * them: number by number, and a longer list comes after its own prefix (`1.2` < `1.2.0`).
 */
export const dottedOrder = (separator: RegExp): VersionOrder<string[]> => ({
  parse(version) {
    const parts = version.split(separator);
    if (!parts.every((part) => number.test(part))) return undefined;
    return parts.map((part) => part.replace(/^0+(?=\d)/, ''));
  },
  compare(a, b) {
    for (const [at, each] of a.entries()) {
      const other = b[at];
      if (other === undefined) return 1;
      const result = compareNumbers(each, other);
      if (result !== 0) return result;
    }
    return a.length - b.length;
  },
});
