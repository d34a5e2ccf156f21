import { tokenRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const airtableToken = tokenRule({
  id: 'airtable-token',
  title: 'Airtable personal access token',
  keywords: ['pat'],
  pattern: /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/,
  positives: () => [leak`AIRTABLE_TOKEN=${`pat${fake(base62, 14)}.${fake(hex, 64)}`}`],
  negatives: () => [`path${fake(base62, 13)}.js`, `pat${fake(base62, 14)}.${fake(hex, 32)}`],
});
