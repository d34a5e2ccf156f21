import type { VersionOrder } from './version-order.ts';

/** A part of a version: the rank of its kind, where a higher one ends the version earlier, and its text. */
type Part = readonly [kind: number, text: string];

const kinds = { first: 0, number: 1, letter: 2, suffix: 3, suffixNumber: 4, hash: 5, revision: 6, end: 7 };

/** Suffixes in their order; the first four sort before the release, the others after it. */
const suffixes = ['alpha', 'beta', 'pre', 'rc', 'cvs', 'svn', 'git', 'hg', 'p'];
const preReleases = 4;

const form =
  /^(\d{1,40}(?:\.\d{1,40}){0,30})([a-z]?)((?:_(?:alpha|beta|pre|rc|cvs|svn|git|hg|p)\d{0,40}){0,10})(?:~([0-9a-f]{1,64}))?(?:-r(\d{1,20}))?$/;

const suffixParts = (text: string): Part[] =>
  [...text.matchAll(/_([a-z]+)(\d*)/g)].flatMap(([, name = '', number = '']): Part[] => [
    [kinds.suffix, String(suffixes.indexOf(name))],
    ...(number === '' ? [] : [[kinds.suffixNumber, number] as const]),
  ]);

const end: Part = [kinds.end, ''];

const isPreRelease = ([kind, text]: Part): boolean => kind === kinds.suffix && Number(text) < preReleases;

/** Compares parts of two kinds: a pre-release comes first; otherwise a longer version comes after a shorter one. */
const compareKinds = (a: Part, b: Part): number => {
  if (isPreRelease(a)) return -1;
  return isPreRelease(b) ? 1 : b[0] - a[0];
};

const compareTexts = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

const compareNumbers = (a: string, b: string): number => {
  const [x, y] = [BigInt(a), BigInt(b)];
  if (x === y) return 0;
  return x < y ? -1 : 1;
};

/** A number after a dot that begins with zero is a fraction: `1.05` is before `1.5`. */
const compareSame = (kind: number, a: string, b: string): number => {
  const asText = kind === kinds.letter || kind === kinds.hash;
  const isFraction = kind === kinds.number && (a.startsWith('0') || b.startsWith('0'));
  return asText || isFraction ? compareTexts(a, b) : compareNumbers(a, b);
};

/** Orders versions of Alpine, Wolfi and Chainguard packages like apk. */
export const apkOrder: VersionOrder<Part[]> = {
  parse(version) {
    const [, numbers, letter = '', named = '', hash, revision] = form.exec(version) ?? [];
    if (numbers === undefined) return undefined;
    return [
      ...numbers.split('.').map((digits, at): Part => [at === 0 ? kinds.first : kinds.number, digits]),
      ...(letter === '' ? [] : [[kinds.letter, letter] as const]),
      ...suffixParts(named),
      ...(hash === undefined ? [] : [[kinds.hash, hash] as const]),
      ...(revision === undefined ? [] : [[kinds.revision, revision] as const]),
    ];
  },
  compare(a, b) {
    for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
      const [left, right] = [a[at] ?? end, b[at] ?? end];
      if (left[0] !== right[0]) return compareKinds(left, right);
      const difference = compareSame(left[0], left[1], right[1]);
      if (difference !== 0) return difference;
    }
    return 0;
  },
};
