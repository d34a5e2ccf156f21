import { tokenRule } from '../rule.ts';
import { base62, fake, hex, leak } from '../rule-example.ts';

export const telnyxApiKey = tokenRule({
  id: 'telnyx-api-key',
  title: 'Telnyx API key',
  keywords: ['key0'],
  pattern: /KEY0[0-9A-F]{31}_[A-Za-z0-9]{22}/,
  positives: () => [leak`TELNYX=${`KEY0${fake(hex, 31).toUpperCase()}_${fake(base62, 22)}`}`],
  negatives: () => [`KEY0${fake(hex, 10)}`],
});
