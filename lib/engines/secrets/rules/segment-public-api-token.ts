import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const segmentPublicApiToken = tokenRule({
  id: 'segment-public-api-token',
  title: 'Segment public API token',
  keywords: ['sgp_'],
  pattern: /sgp_[A-Za-z0-9]{60,70}/,
  positives: () => [leak`SEGMENT=${`sgp_${fake(base62, 64)}`}`],
  negatives: () => [`sgp_${fake(base62, 20)}`],
});
