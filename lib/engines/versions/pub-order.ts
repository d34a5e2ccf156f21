import semver from 'semver';
import { semverOrder } from './semver-order.ts';
import type { VersionOrder } from './version-order.ts';

const isNumber = /^\d+$/;

/** BigInt, because a number with more than 15 digits loses precision. */
const compareIdentifiers = (a: string, b: string): number => {
  const [left, right] = [isNumber.test(a), isNumber.test(b)];
  if (left && right) {
    const [x, y] = [BigInt(a), BigInt(b)];
    return x < y ? -1 : Number(x > y);
  }
  if (left !== right) return Number(right) - Number(left);
  return a < b ? -1 : Number(a > b);
};

const compareBuilds = (a: readonly string[], b: readonly string[]): number => {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const result = compareIdentifiers(a[at] ?? '', b[at] ?? '');
    if (result !== 0) return result;
  }
  return a.length - b.length;
};

/** Orders Dart versions: semantic versions, but build metadata counts (`1.2.3 < 1.2.3+1 < 1.2.3+2`). */
export const pubOrder: VersionOrder<semver.SemVer> = {
  parse: semverOrder.parse,
  compare: (a, b) => a.compare(b) || compareBuilds(a.build, b.build),
};
