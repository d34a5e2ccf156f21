import { alternativesOf, type Bound, type RangeGrammar } from './bounds.ts';

/** Longer operators come first, because each begins with a shorter one. */
const operators = ['<=', '>=', '!=', '<', '>', '='] as const;
const notInVersions = ['<', '>', '=', '!', '|'];

const boundOf = (part: string): Bound[] | undefined => {
  const operator = operators.find((each) => part.startsWith(each));
  if (operator === undefined) return undefined;
  const version = part.slice(operator.length);
  if (version === '' || notInVersions.some((sign) => version.includes(sign))) return undefined;
  return [{ operator, version }];
};

/** Lists the comparisons of an alternative; a space may separate an operator from its version. */
const partsOf = (alternative: string): string[] => {
  const parts: string[] = [];
  for (const word of alternative.replaceAll(',', ' ').split(' ')) {
    const before = parts.at(-1);
    if (word === '') continue;
    if (before !== undefined && operators.some((operator) => operator === before))
      parts[parts.length - 1] = before + word;
    else parts.push(word);
  }
  return parts;
};

/**
 * Parses conjunctions of comparisons (`>=1.2 <2`, `>=1.2, < 2`), and alternatives of them (`<1 || >=2`), for
 * ecosystems whose own files have no ranges.
 */
export const comparatorRange: RangeGrammar = (range) =>
  alternativesOf(range.split('||').map(partsOf), boundOf);
