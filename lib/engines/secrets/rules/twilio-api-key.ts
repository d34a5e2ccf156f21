import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

/** Keywords of two letters would occur in every second word. */
const keywords = [...hex].map((digit) => `sk${digit}`);

export const twilioApiKey = tokenRule({
  id: 'twilio-api-key',
  title: 'Twilio API key',
  keywords: keywords,
  pattern: /SK[a-f0-9]{32}/,
  positives: () => [leak`TWILIO_API_KEY=${'SK' + fake(hex, 32)}`],
  negatives: () => ['SKxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', `AC${fake(hex, 32)}`],
});
