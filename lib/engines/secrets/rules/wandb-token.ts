import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const wandbToken = tokenRule({
  id: 'wandb-token',
  title: 'Weights & Biases API key',
  keywords: ['wandb_v1_'],
  pattern: /wandb_v1_\w{60,90}/,
  positives: () => [leak`WANDB_API_KEY=${`wandb_v1_${fake(base62, 77)}`}`],
  negatives: () => ['wandb_v1_migration'],
});
