import { alternativesOf, type Bound, type RangeGrammar } from './bounds.ts';
import { after, releaseOf } from './release-numbers.ts';

const comparator = /^(~>|>=|<=|!=|==|!|>|<)?\s{0,20}(\d[\w.+-]{0,100})$/;

const read = (part: string): readonly Bound[] | undefined => {
  const [, operator = '==', version = ''] = comparator.exec(part.trim()) ?? [];
  const release = releaseOf(version);
  if (!release) return undefined;
  const { numbers } = release;
  if (operator === '~>')
    return [
      { operator: '>=', version },
      { operator: '<', version: `${after(numbers, Math.max(0, numbers.length - 2))}-0` },
    ];
  if (operator === '==') return [{ operator: '=', version }];
  return [{ operator: (operator === '!' ? '!=' : operator) as '!=', version }];
};

/** Parses a requirement of Elixir: `~> 1.2`, `>= 1.0.0 and < 2.0.0`, `~> 1.0 or ~> 2.0`. */
export const hexRange: RangeGrammar = (range) =>
  alternativesOf(
    range
      .split(/\s+/)
      .join(' ')
      .split(' or ')
      .map((each) => each.split(' and ')),
    read,
  );
