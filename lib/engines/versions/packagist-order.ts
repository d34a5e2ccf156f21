import type { VersionOrder } from './version-order.ts';

/** A part of a version: the weight of its kind, and its number. */
type Part = readonly [weight: number, number: bigint];

const modifier = '[._-]?(?:(stable|beta|b|rc|alpha|a|patch|pl|p)((?:\\d+)?(?:[.-]\\d+)*))?([.-]?dev)?$';
const classical = new RegExp(`^v?(\\d{1,5}(?:\\.\\d+){0,3})${modifier}`, 'i');
const dated = new RegExp(`^v?(\\d{4}(?:[.:-]?\\d{2}){1,6}(?:[.:-]?\\d{1,3}){0,2})${modifier}`, 'i');
/** Matches `2.x-dev`: the branch is after everything released from it. */
const branch = /^v?(\d+(?:\.(?:\d+|[x*])){0,3})[.-]?dev$/i;

/** PHP's version_compare: stages are before the plain release, then further numbers, then patches. */
const stages: Readonly<Record<string, number>> = { dev: 0, a: 1, alpha: 1, b: 2, beta: 2, rc: 3 };
const plain: Part = [4, 0n];
const numberWeight = 5;
const patchWeight = 6;

const numbersOf = (text: string): Part[] =>
  (text.match(/\d+/g) ?? []).map((digits): Part => [numberWeight, BigInt(digits)]);

const padded = (parts: Part[], filler: bigint): Part[] => [
  ...parts,
  ...Array.from({ length: Math.max(0, 4 - parts.length) }, (): Part => [numberWeight, filler]),
];

const development: Part = [0, 0n];

const released = (version: string): Part[] | undefined => {
  const inParts = classical.exec(version);
  const [, release = '', stage = '', number = '', isDev] = inParts ?? dated.exec(version) ?? [];
  if (release === '') return undefined;
  const numbers = inParts ? padded(numbersOf(release), 0n) : numbersOf(release);
  const named = stage.toLowerCase();
  if (named === 'stable') return numbers;
  const weight: Part[] = named === '' ? [] : [[stages[named] ?? patchWeight, 0n]];
  return [...numbers, ...weight, ...numbersOf(number), ...(isDev ? [development] : [])];
};

const branchOf = (version: string): Part[] | undefined => {
  const numbers = branch.exec(version)?.[1]?.replace(/[x*]/gi, '9999999');
  return numbers === undefined ? undefined : [...padded(numbersOf(numbers), 9_999_999n), development];
};

/** Removes an inline alias, a stability flag and build metadata. */
const bare = (version: string): string =>
  (version.split(' as ', 1)[0] ?? '')
    .trim()
    .replace(/@(?:stable|rc|beta|alpha|dev)$/i, '')
    .replace(/^([^,\s+]+)\+[^\s]+$/, '$1');

/**
 * Orders Packagist versions: normalized like composer/semver, compared like PHP's version_compare. A named
 * branch (`dev-main`) cannot be ordered.
 */
export const packagistOrder: VersionOrder<Part[]> = {
  parse(version) {
    if (/^dev-/i.test(version)) return undefined;
    return released(bare(version)) ?? branchOf(bare(version));
  },
  compare(a, b) {
    for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
      const [[weightA, numberA], [weightB, numberB]] = [a[at] ?? plain, b[at] ?? plain];
      if (weightA !== weightB) return weightA < weightB ? -1 : 1;
      if (numberA !== numberB) return numberA < numberB ? -1 : 1;
    }
    return 0;
  },
};
