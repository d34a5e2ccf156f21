import { tokenRule } from '../rule.ts';
import { fakeUuid, leak } from '../rule-example.ts';

export const langfuseSecretKey = tokenRule({
  id: 'langfuse-secret-key',
  title: 'Langfuse secret key',
  keywords: ['sk-lf-'],
  pattern: /sk-lf-[a-fA-F0-9]{8}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{12}/,
  positives: () => [leak`LANGFUSE_SECRET_KEY=${`sk-lf-${fakeUuid()}`}`],
  negatives: () => [`pk-lf-${fakeUuid()}`, 'sk-lf-1234567890'],
});
