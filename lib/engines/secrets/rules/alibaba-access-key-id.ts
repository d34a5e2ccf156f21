import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const alibabaAccessKeyId = tokenRule({
  id: 'alibaba-access-key-id',
  title: 'Alibaba Cloud access key ID',
  keywords: ['ltai'],
  pattern: /LTAI[A-Za-z0-9]{16,24}/,
  positives: () => [leak`accessKeyId: ${'LTAI' + fake(base62, 20)}`],
  negatives: () => [`LTAI${fake(base62, 8)}`, 'LTAIxxxxxxxxxxxxxxxx'],
});
