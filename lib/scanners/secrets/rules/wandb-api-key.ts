import { named } from '../rule.ts';
import { base62, fake, hex, leak } from '../sample.ts';

export const wandbApiKey = named({
  id: 'wandb-api-key',
  title: 'Weights & Biases API key',
  names: ['wandb'],
  value: /(?:v1_)?(?:\w{70,90}|[a-f0-9]{40})/,
  tail: ['key', 'token'],
  positives: () => [
    leak`WANDB_API_KEY=${fake(hex, 40)}`,
    leak`WANDB_API_KEY=${'wandb_v1_' + fake(base62, 77)}`,
  ],
  negatives: () => [`wandb_run_sha=${fake(hex, 40)}`],
});
