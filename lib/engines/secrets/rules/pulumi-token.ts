import { tokenRule } from '../rule.ts';
import { fake, hex, leak } from '../rule-example.ts';

export const pulumiToken = tokenRule({
  id: 'pulumi-token',
  title: 'Pulumi access token',
  keywords: ['pul-'],
  pattern: /pul-[a-f0-9]{40}/,
  positives: () => [leak`PULUMI_ACCESS_TOKEN=${'pul-' + fake(hex, 40)}`],
  negatives: () => ['pul-token'],
});
