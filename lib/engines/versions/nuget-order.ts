import { compareText } from '../model/compare-text.ts';
import type { VersionOrder } from './version-order.ts';

interface NugetVersion {
  /** Four numbers without leading zeros; a missing one is 0. */
  release: string[];
  labels: string[];
}

const form =
  /^v?(\d{1,100})(?:\.(\d{1,100}))?(?:\.(\d{1,100}))?(?:\.(\d{1,100}))?(?:-([0-9A-Za-z_.-]{1,200}))?(?:\+[^\s]{0,200})?$/i;
const isNumber = /^\d+$/;

const numberOf = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

const compareNumbers = (a: string, b: string): number => a.length - b.length || compareText(a, b);

const compareLabels = (a: string, b: string): number => {
  const [left, right] = [isNumber.test(a), isNumber.test(b)];
  if (left && right) return compareNumbers(numberOf(a), numberOf(b));
  return left === right ? compareText(a, b) : Number(right) - Number(left);
};

const compareEach = (a: string[], b: string[], by: (x: string, y: string) => number): number => {
  for (const [at, each] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    const result = by(each, other);
    if (result !== 0) return result;
  }
  return a.length - b.length;
};

/**
 * Orders NuGet versions: up to four numbers, then case-insensitive labels as in Semantic Versioning 2. Build
 * metadata is ignored.
 */
export const nugetOrder: VersionOrder<NugetVersion> = {
  parse(version) {
    const [whole, ...parts] = form.exec(version) ?? [];
    if (whole === undefined) return undefined;
    const labels = parts[4]?.toLowerCase().split('.') ?? [];
    return { release: parts.slice(0, 4).map((part) => numberOf(part ?? '0')), labels };
  },
  compare(a, b) {
    const byRelease = compareEach(a.release, b.release, compareNumbers);
    if (byRelease !== 0) return byRelease;
    // A release is after all of its pre-releases.
    if (a.labels.length === 0 || b.labels.length === 0)
      return Number(a.labels.length === 0) - Number(b.labels.length === 0);
    return compareEach(a.labels, b.labels, compareLabels);
  },
};
