import { token } from '../rule.ts';
import { base62, fake, leak } from '../sample.ts';

export const easypostKey = token({
  id: 'easypost-key',
  title: 'EasyPost production key',
  keywords: ['ezak'],
  pattern: /EZAK[A-Za-z0-9]{54}/,
  positives: () => [leak`EASYPOST_API_KEY=${'EZAK' + fake(base62, 54)}`],
  negatives: () => [`EZAK${fake(base62, 20)}`],
});
