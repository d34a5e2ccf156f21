import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const tencentSecretId = tokenRule({
  id: 'tencent-secret-id',
  title: 'Tencent Cloud secret id',
  keywords: ['akid'],
  pattern: /AKID[A-Za-z0-9]{32}/,
  positives: () => [leak`TENCENT=${`AKID${fake(base62, 32)}`}`],
  negatives: () => ['AKIDENTIFIER'],
});
