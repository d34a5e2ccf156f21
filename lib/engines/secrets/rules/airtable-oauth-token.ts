import { tokenRule } from '../rule.ts';
import { base62, base64url, fake, leak } from '../rule-example.ts';

export const airtableOauthToken = tokenRule({
  id: 'airtable-oauth-token',
  title: 'Airtable OAuth token',
  keywords: ['oaa'],
  pattern: /oaa[A-Za-z0-9]{14}\.v1\.[A-Za-z0-9_-]{100,500}/,
  positives: () => [leak`AIRTABLE_TOKEN=${`oaa${fake(base62, 14)}.v1.${fake(base64url, 160)}`}`],
  negatives: () => [`oaa${fake(base62, 14)}.v1.short`],
});
