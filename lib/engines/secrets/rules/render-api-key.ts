import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';
import { isMixed } from '../text-randomness.ts';

export const renderApiKey = tokenRule({
  id: 'render-api-key',
  title: 'Render API key',
  keywords: ['rnd_'],
  pattern: /rnd_[A-Za-z0-9]{28,40}/,
  check: (secret) => isMixed(secret),
  positives: () => [leak`RENDER_API_KEY=${'rnd_' + fake(base62, 32)}`],
  negatives: () => ['rnd_generator_state_initialisation', 'rnd_abcdefghijklmnopqrstuvwxyzabcd'],
});
