import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const pubnubSecretKey = tokenRule({
  id: 'pubnub-secret-key',
  title: 'PubNub secret key',
  keywords: ['sec-c-'],
  pattern: /sec-c-[A-Za-z0-9+/]{47,48}={0,2}/,
  positives: () => [leak`PUBNUB=${`sec-c-${fake(base62, 48)}`}`],
  negatives: () => ['sec-c-your-secret-key'],
});
