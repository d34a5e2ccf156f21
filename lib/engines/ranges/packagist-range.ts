import { alternativesOf, any, type Bound, type RangeGrammar } from './bounds.ts';
import { after, caretPlace, releaseOf } from './release-numbers.ts';

const comparator = /^(\^|~|==?|!=|<>|>=|<=|>|<)?\s{0,20}(v?\d[\w.+-]{0,100}?)((?:\.[*xX]){0,3})$/;
const hyphen = /^(v?\d[\w.+-]{0,100})\s{1,20}-\s{1,20}(v?\d[\w.+-]{0,100})$/;
const flag = /@(?:stable|rc|beta|alpha|dev)$/i;

/** Composer's bounds include the development versions of the release that they name. */
const early = (version: string): string => (/[a-z]$|-/i.test(version) ? version : `${version}-dev`);

const between = (from: string, end: string): Bound[] => [
  { operator: '>=', version: early(from) },
  { operator: '<', version: early(end) },
];

const read = (part: string): readonly Bound[] | undefined => {
  const text = part.replace(flag, '').trim();
  if (text === '' || text === '*' || /^[vV]?[*xX]$/.test(text)) return [];
  const [, operator = '=', version = '', wildcard = ''] = comparator.exec(text) ?? [];
  const release = releaseOf(version);
  // A branch such as `2.x-dev` is satisfied by any version that its alias states.
  if (!release || /dev$/i.test(version)) return undefined;
  const { numbers } = release;
  const last = numbers.length - 1;
  if (wildcard !== '') {
    const [from, end] = [version, after(numbers, last)];
    if (operator === '!=' || operator === '<>')
      return [{ operator: 'outside', version: early(from), end: early(end) }];
    return operator === '=' || operator === '=='
      ? between(from, end)
      : [{ operator: operator as '>=', version: from }];
  }
  if (operator === '^') return between(version, after(numbers, caretPlace(numbers)));
  if (operator === '~') return between(version, after(numbers, Math.max(0, last - 1)));
  if (operator === '>=' || operator === '<') return [{ operator, version: early(version) }];
  if (operator === '<>') return [{ operator: '!=', version }];
  return [{ operator: (operator === '==' ? '=' : operator) as '=', version }];
};

/** Parses `1.0 - 2.0`, which includes every version that begins with its end. */
const readHyphen = (text: string): readonly Bound[] | undefined => {
  const [, from, to] = hyphen.exec(text) ?? [];
  const end = to === undefined ? undefined : releaseOf(to);
  if (from === undefined || to === undefined || !end) return undefined;
  return end.numbers.length >= 3 || end.rest !== ''
    ? [
        { operator: '>=', version: early(from) },
        { operator: '<=', version: to },
      ]
    : between(from, after(end.numbers, end.numbers.length - 1));
};

const partsOf = (alternative: string): string[] =>
  hyphen.test(alternative)
    ? [alternative]
    : alternative
        .replaceAll(/([<>=!~^])\s{1,20}/g, '$1')
        .split(/\s{0,20},\s{0,20}|\s{1,20}/)
        .filter((part) => part !== '');

/** Parses a constraint of Composer. Named branches, references and inline aliases are not ranges. */
export const packagistRange: RangeGrammar = (range) => {
  const text = range.trim();
  if (text === '' || text === '*') return any;
  if (/\bdev-|#|\sas\s/.test(text)) return undefined;
  return alternativesOf(
    text.split(/\|\|?/).map((each) => partsOf(each.trim())),
    (part) => (part.includes(' ') ? readHyphen(part) : read(part)),
  );
};
