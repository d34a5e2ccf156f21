import { alternativesOf, any, type Bound, type RangeGrammar } from './bounds.ts';
import { after, releaseOf } from './release-numbers.ts';

const comparator = /^(\^|>=|<=|>|<)?(\d[\w.+-]{0,100})$/;

const read = (part: string): readonly Bound[] | undefined => {
  const [, operator = '=', version = ''] = comparator.exec(part) ?? [];
  const release = releaseOf(version);
  if (!release) return undefined;
  if (operator !== '^') return [{ operator: operator as '=', version }];
  // Below 1.0.0, Dart counts the second number as the breaking one, even in 0.0.x.
  const end = after(release.numbers, release.numbers[0] === 0 ? 1 : 0);
  return [
    { operator: '>=', version },
    { operator: '<', version: `${end}-0` },
  ];
};

/** Parses a version constraint of Dart: `^1.2.3`, `>=1.0.0 <2.0.0`, `any`. */
export const pubRange: RangeGrammar = (range) => {
  const text = range.trim();
  if (text === 'any' || text === '') return any;
  const parts = text.replaceAll(/([<>=^])\s{1,20}/g, '$1').split(/(?<=[\w+-])\s{0,20}(?=[<>^])|\s{1,20}/);
  return alternativesOf([parts.filter((part) => part !== '')], read);
};
