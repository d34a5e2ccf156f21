import { alternativesOf, any, type Bound, type RangeGrammar } from './bounds.ts';
import { after, caretPlace, releaseOf } from './release-numbers.ts';

const comparator = /^(\^|~|=|>=|<=|>|<)?\s{0,20}(\d[\w.+-]{0,100}?)((?:\.[*xX]){0,2})$/;

/** Cargo counts a pre-release of the next release as that release, so the range ends at `-0`. */
const between = (from: string, end: string): Bound[] => [
  { operator: '>=', version: from },
  { operator: '<', version: `${end}-0` },
];

const read = (part: string): readonly Bound[] | undefined => {
  const text = part.trim();
  if (text === '*') return [];
  const [, operator = '^', version = '', wildcard = ''] = comparator.exec(text) ?? [];
  const release = releaseOf(version);
  if (!release || (release.rest !== '' && !/^[-+]/.test(release.rest))) return undefined;
  const { numbers } = release;
  const last = numbers.length - 1;
  const isWhole = numbers.length >= 3;
  if (wildcard !== '') return between(version, after(numbers, last));
  if (operator === '^') return between(version, after(numbers, caretPlace(numbers)));
  if (operator === '~') return between(version, after(numbers, Math.min(1, last)));
  if (operator === '>=' || operator === '<') return [{ operator, version }];
  if (isWhole) return [{ operator, version } as Bound];
  // An incomplete version stands for every version that begins with it.
  if (operator === '=') return between(version, after(numbers, last));
  return operator === '>'
    ? [{ operator: '>=', version: after(numbers, last) }]
    : [{ operator: '<', version: `${after(numbers, last)}-0` }];
};

/** Parses a requirement of Cargo: `1.2`, `~1.2`, `>=1, <2`, `1.*`. A version without an operator has a caret. */
export const cargoRange: RangeGrammar = (range) =>
  range.trim() === '*' ? any : alternativesOf([range.split(',')], read);
