import type { VersionOrder } from './version-order.ts';

/** The three parts of a Debian version; an absent epoch or revision counts as 0. */
interface DpkgVersion {
  epoch: bigint;
  upstream: string;
  revision: string;
}

const form = /^(?:(\d{1,10}):)?([\w.+~:-]+?)(?:-([\w.+~]+))?$/;

const codeOf = (character: string): number => character.charCodeAt(0);
const [zero, nine, tilde] = [codeOf('0'), codeOf('9'), codeOf('~')];
const [upperA, upperZ, lowerA, lowerZ] = [codeOf('A'), codeOf('Z'), codeOf('a'), codeOf('z')];
/** Larger than the code of any letter. */
const afterLetters = 256;

const isDigit = (code: number): boolean => code >= zero && code <= nine;

const isLetter = (code: number): boolean =>
  (code >= upperA && code <= upperZ) || (code >= lowerA && code <= lowerZ);

/** The weight of a character outside numbers: a tilde sorts before the end, letters before the rest. */
const weight = (text: string, at: number): number => {
  const code = at < text.length ? text.charCodeAt(at) : 0;
  if (code === tilde) return -1;
  if (code === 0 || isDigit(code)) return 0;
  return isLetter(code) ? code : code + afterLetters;
};

const digitsAt = (text: string, from: number): string => {
  let to = from;
  while (to < text.length && isDigit(text.charCodeAt(to))) to += 1;
  return text.slice(from, to);
};

/** Compares two numbers of any length written in digits. */
const compareDigits = (a: string, b: string): number => {
  const [x, y] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')];
  if (x.length !== y.length) return x.length - y.length;
  if (x === y) return 0;
  return x < y ? -1 : 1;
};

/** Compares parts of a version as dpkg does: runs of non-digits and of digits alternate. */
const compareParts = (a: string, b: string): number => {
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const isText = (text: string, at: number): boolean => at < text.length && !isDigit(text.charCodeAt(at));
    while (isText(a, i) || isText(b, j)) {
      const difference = weight(a, i) - weight(b, j);
      if (difference !== 0) return difference;
      i += 1;
      j += 1;
    }
    const [x, y] = [digitsAt(a, i), digitsAt(b, j)];
    const difference = compareDigits(x, y);
    if (difference !== 0) return difference;
    i += x.length;
    j += y.length;
  }
  return 0;
};

/** Orders versions of Debian and Ubuntu packages like `dpkg --compare-versions`. */
export const dpkgOrder: VersionOrder<DpkgVersion> = {
  parse(version) {
    const [, epoch, upstream = '', revision = '0'] = form.exec(version) ?? [];
    const isBroken = upstream.endsWith('-') || (epoch === undefined && upstream.includes(':'));
    return upstream === '' || isBroken ? undefined : { epoch: BigInt(epoch ?? 0), upstream, revision };
  },
  compare(a, b) {
    if (a.epoch !== b.epoch) return a.epoch < b.epoch ? -1 : 1;
    return compareParts(a.upstream, b.upstream) || compareParts(a.revision, b.revision);
  },
};
