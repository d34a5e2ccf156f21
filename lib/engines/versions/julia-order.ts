import { compareText } from '../model/compare-text.ts';
import type { VersionOrder } from './version-order.ts';

interface JuliaVersion {
  release: string[];
  pre: string[];
  build: string[];
}

const form =
  /^v?(\d{1,50})(?:\.(\d{1,50}))?(?:\.(\d{1,50}))?(?:-([\dA-Za-z-]+(?:\.[\dA-Za-z-]+){0,100}))?(?:\+([\dA-Za-z-]+(?:\.[\dA-Za-z-]+){0,100}))?$/;
const isNumber = /^\d+$/;

const withoutLeadingZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

const compareDigits = (a: string, b: string): number => a.length - b.length || compareText(a, b);

/** Compares identifiers: numbers by value and before words. */
const compareLabels = (a: readonly string[], b: readonly string[]): number => {
  for (const [at, each] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    const [left, right] = [isNumber.test(each), isNumber.test(other)];
    if (left !== right) return left ? -1 : 1;
    const result = left
      ? compareDigits(withoutLeadingZeros(each), withoutLeadingZeros(other))
      : compareText(each, other);
    if (result !== 0) return result;
  }
  return a.length - b.length;
};

/**
 * Orders versions of Julia packages: semantic versions in which the build counts as well. Packages of binaries
 * number their rebuilds that way: `1.2.13+0` is before `1.2.13+1`.
 */
export const juliaOrder: VersionOrder<JuliaVersion> = {
  parse(version) {
    const [whole, major = '0', minor = '0', patch = '0', pre, build] = form.exec(version) ?? [];
    if (whole === undefined) return undefined;
    return {
      release: [major, minor, patch].map(withoutLeadingZeros),
      pre: pre?.split('.') ?? [],
      build: build?.split('.') ?? [],
    };
  },
  compare(a, b) {
    const byRelease = compareLabels(a.release, b.release);
    if (byRelease !== 0) return byRelease;
    // A release is after all of its pre-releases, and before its builds.
    const isPre = Number(a.pre.length > 0) - Number(b.pre.length > 0);
    return isPre !== 0 ? -isPre : compareLabels(a.pre, b.pre) || compareLabels(a.build, b.build);
  },
};
