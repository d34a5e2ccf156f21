import { namedValueRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const sanityToken = namedValueRule({
  id: 'sanity-token',
  title: 'Sanity token',
  names: ['sanity'],
  tail: ['token', 'key'],
  value: /sk[A-Za-z0-9]{80,200}/,
  positives: () => [leak`SANITY_API_TOKEN=${`sk${fake(base62, 176)}`}`],
  negatives: () => ['SANITY_API_TOKEN=skToken', 'SANITY_API_TOKEN=your-key-here'],
});
