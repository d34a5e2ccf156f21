import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const statsigSecretKey = tokenRule({
  id: 'statsig-secret-key',
  title: 'Statsig secret key',
  keywords: ['secret-'],
  pattern: /secret-[A-Za-z0-9]{40,46}/,
  positives: () => [leak`STATSIG=${`secret-${fake(base62, 43)}`}`],
  negatives: () => ['secret-manager-configuration'],
});
