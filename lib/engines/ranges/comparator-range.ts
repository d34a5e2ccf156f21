import { alternativesOf, type Bound, type RangeGrammar } from './bounds.ts';

const comparator = /^(<=|>=|<|>|=|!=)([^\s<>=!,|]{1,120})$/;

const boundOf = (part: string): Bound[] | undefined => {
  const [, operator, version] = comparator.exec(part) ?? [];
  return version === undefined ? undefined : [{ operator: operator as '<', version }];
};

/**
 * Reads comparisons that hold together (`>=1.2 <2`, `>=1.2, <2`), and alternatives of them (`<1 || >=2`), for ecosystems
 * whose own files have no ranges.
 */
export const comparatorRange: RangeGrammar = (range) =>
  alternativesOf(
    range
      .replaceAll(/([<>=!])\s{1,20}/g, '$1')
      .split('||')
      .map((alternative) => alternative.split(/[\s,]+/).filter((part) => part !== '')),
    boundOf,
  );
