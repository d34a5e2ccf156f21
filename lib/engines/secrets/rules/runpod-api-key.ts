import { tokenRule } from '../rule.ts';
import { base32, fake, leak } from '../rule-example.ts';

export const runpodApiKey = tokenRule({
  id: 'runpod-api-key',
  title: 'RunPod API key',
  keywords: ['rpa_'],
  pattern: /rpa_[A-Z0-9]{40,50}/,
  positives: () => [leak`RUNPOD=${`rpa_${fake(base32, 46)}`}`],
  negatives: () => ['rpa_bot'],
});
