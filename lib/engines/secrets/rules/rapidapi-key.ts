import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const rapidapiKey = tokenRule({
  id: 'rapidapi-key',
  title: 'RapidAPI key',
  keywords: ['msh'],
  pattern: /[a-f0-9]{10}msh[a-f0-9]{15}p1[a-f0-9]{5}jsn[a-f0-9]{12}/,
  extendBack: { over: /[a-f0-9]/, max: 10 },
  positives: () => [
    leak`X-RapidAPI-Key: ${`${fake(hex, 10)}msh${fake(hex, 15)}p1${fake(hex, 5)}jsn${fake(hex, 12)}`}`,
  ],
  negatives: () => ['0123456789mshjsn'],
});
