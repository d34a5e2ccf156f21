import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const frameioToken = tokenRule({
  id: 'frameio-token',
  title: 'Frame.io token',
  keywords: ['fio-u-'],
  pattern: /fio-u-[\w-]{64}/,
  positives: () => [leak`FRAMEIO_TOKEN=${'fio-u-' + fake(base64url, 64)}`],
  negatives: () => ['fio-u-token'],
});
