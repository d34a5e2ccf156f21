import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const postmanApiKey = tokenRule({
  id: 'postman-api-key',
  title: 'Postman API key',
  keywords: ['pmak-'],
  pattern: /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/,
  positives: () => [leak`POSTMAN_API_KEY=${`PMAK-${fake(hex, 24)}-${fake(hex, 34)}`}`],
  negatives: () => ['PMAK-key'],
});
