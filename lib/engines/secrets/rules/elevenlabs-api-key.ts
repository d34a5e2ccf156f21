import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const elevenlabsApiKey = tokenRule({
  id: 'elevenlabs-api-key',
  title: 'ElevenLabs API key',
  keywords: ['sk_'],
  pattern: /sk_[a-f0-9]{48}/,
  positives: () => [leak`ELEVENLABS_API_KEY=${'sk_' + fake(hex, 48)}`],
  negatives: () => ['sk_buff_alloc_with_frags', `sk_test_${fake(hex, 48)}`],
});
