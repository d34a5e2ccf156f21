import { alternativesOf, any, type Bound, type RangeGrammar } from './bounds.ts';
import { after, caretPlace, releaseOf } from './release-numbers.ts';

const comparator = /^(\^|~=|~|===|==|=|!=|>=|<=|>|<)?\s{0,20}(\d[\w.!+-]{0,100}?)(\.?\*)?$/;

const early = '.dev0';

const between = (from: string, end: string): Bound[] => [
  { operator: '>=', version: from },
  { operator: '<', version: `${end}${early}` },
];

/** Parses a part whose version is a prefix or that has a compatibility operator; undefined for any other. */
const family = (operator: string, version: string, isPrefix: boolean): readonly Bound[] | undefined => {
  const release = releaseOf(version);
  if (!release) return undefined;
  const { numbers } = release;
  const last = numbers.length - 1;
  if (isPrefix) {
    const [from, end] = [`${version}${early}`, after(numbers, last)];
    return operator === '!='
      ? [{ operator: 'outside', version: from, end: `${end}${early}` }]
      : between(from, end);
  }
  if (operator === '^') return between(version, after(numbers, caretPlace(numbers)));
  if (operator === '~') return between(version, after(numbers, Math.min(1, last)));
  return numbers.length < 2 ? undefined : between(version, after(numbers, last - 1));
};

const read = (part: string): readonly Bound[] | undefined => {
  const text = part.trim();
  if (text === '*') return [];
  const [, operator = '==', version = '', wildcard] = comparator.exec(text) ?? [];
  if (version === '') return undefined;
  const isPrefix = wildcard !== undefined;
  if (isPrefix || /^[\^~]/.test(operator)) return family(operator, version, isPrefix);
  return [{ operator: (operator.startsWith('=') ? '=' : operator) as '=', version }];
};

/** Poetry also accepts spaces between the parts of a range. */
const partsOf = (alternative: string): string[] =>
  alternative
    .trim()
    .replaceAll(/([<>=!~^])\s{1,20}/g, '$1')
    .split(/\s{0,20},\s{0,20}|\s{1,20}/)
    .filter((part) => part !== '');

/**
 * Parses a version specifier of PEP 440, and the extensions of Poetry and Pipenv: `^1.2`, `~1.2`, `1.*`, a plain
 * version, and alternatives.
 */
export const pep440Range: RangeGrammar = (range) => {
  const bare = range.trim().replace(/^\((.*)\)$/s, '$1');
  if (bare === '' || bare === '*') return any;
  return alternativesOf(bare.split(/\|\|?/).map(partsOf), read);
};
