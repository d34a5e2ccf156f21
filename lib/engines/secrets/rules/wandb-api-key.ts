import { namedValueRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const wandbApiKey = namedValueRule({
  id: 'wandb-api-key',
  title: 'Weights & Biases API key (before 2026)',
  names: ['wandb'],
  value: /[a-f0-9]{40}/,
  tail: ['key', 'token'],
  positives: () => [leak`WANDB_API_KEY=${fake(hex, 40)}`],
  negatives: () => [`wandb_run_sha=${fake(hex, 40)}`],
});
