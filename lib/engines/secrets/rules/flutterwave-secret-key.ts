import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const flutterwaveSecretKey = tokenRule({
  id: 'flutterwave-secret-key',
  title: 'Flutterwave live secret key',
  keywords: ['flwseck-'],
  pattern: /FLWSECK-[a-zA-Z0-9]{32}-X/,
  positives: () => [leak`FLW_SECRET_KEY=${`FLWSECK-${fake(hex, 32)}-X`}`],
  negatives: () => ['FLWSECK-your-key-X'],
});
