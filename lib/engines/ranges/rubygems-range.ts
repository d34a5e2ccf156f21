import { alternativesOf, type Bound, type RangeGrammar } from './bounds.ts';
import { after, releaseOf } from './release-numbers.ts';

const comparator = /^(~>|>=|<=|!=|>|<|=)?\s{0,20}(\d[\w.-]{0,100})$/;

const read = (part: string): readonly Bound[] | undefined => {
  const [, operator = '=', version = ''] = comparator.exec(part.trim()) ?? [];
  if (version === '') return undefined;
  if (operator !== '~>') return [{ operator: operator as '=', version }];
  const { numbers = [] } = releaseOf(version) ?? {};
  const end = after(numbers, Math.max(0, numbers.length - 2));
  // A pre-release of the end belongs to the end; letters are before numbers, and `A` is before all letters.
  return [
    { operator: '>=', version },
    { operator: '<', version: `${end}.A` },
  ];
};

/** Reads a requirement of RubyGems: `~> 1.2`, `>= 1.0, < 3`. */
export const rubygemsRange: RangeGrammar = (range) => alternativesOf([range.split(',')], read);
