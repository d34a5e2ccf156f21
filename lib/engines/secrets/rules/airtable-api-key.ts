import { namedValueRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const airtableApiKey = namedValueRule({
  id: 'airtable-api-key',
  title: 'Airtable API key',
  names: ['airtable'],
  value: /key[A-Za-z0-9]{14}/,
  tail: ['key', 'token'],
  positives: () => [leak`AIRTABLE_API_KEY=${'key' + fake(base62, 14)}`],
  negatives: () => ['airtable_field: keyboardShortcut1'],
});
