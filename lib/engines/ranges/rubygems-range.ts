import { alternativesOf, type Bound, type RangeGrammar } from './bounds.ts';
import { after, releaseOf } from './release-numbers.ts';

const comparator = /^(~>|>=|<=|!=|>|<|=)?\s{0,20}(\d[\w.-]{0,100})$/;

const read = (part: string): readonly Bound[] | undefined => {
  const [, operator = '=', version = ''] = comparator.exec(part.trim()) ?? [];
  if (version === '') return undefined;
  if (operator !== '~>') return [{ operator: operator as '=', version }];
  const { numbers = [] } = releaseOf(version) ?? {};
  const end = after(numbers, Math.max(0, numbers.length - 2));
  // Pre-releases of the upper bound count as the bound; letters sort before numbers, and `A` before all letters.
  return [
    { operator: '>=', version },
    { operator: '<', version: `${end}.A` },
  ];
};

/** Parses a requirement of RubyGems: `~> 1.2`, `>= 1.0, < 3`. */
export const rubygemsRange: RangeGrammar = (range) => alternativesOf([range.split(',')], read);
