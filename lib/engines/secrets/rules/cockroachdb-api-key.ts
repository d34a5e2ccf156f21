import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const cockroachdbApiKey = tokenRule({
  id: 'cockroachdb-api-key',
  title: 'CockroachDB Cloud API key',
  keywords: ['ccdb1_'],
  pattern: /CCDB1_[A-Za-z0-9]{22}_[A-Za-z0-9]{40}/,
  positives: () => [leak`COCKROACH=${`CCDB1_${fake(base62, 22)}_${fake(base62, 40)}`}`],
  negatives: () => ['CCDB1_KEY'],
});
