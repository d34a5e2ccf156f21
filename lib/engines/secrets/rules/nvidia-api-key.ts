import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const nvidiaApiKey = tokenRule({
  id: 'nvidia-api-key',
  title: 'NVIDIA API key',
  keywords: ['nvapi-'],
  pattern: /nvapi-[\w-]{60,72}/,
  positives: () => [leak`NVIDIA_API_KEY=${'nvapi-' + fake(base64url, 64)}`],
  negatives: () => ['nvapi-stub'],
});
