import { tokenRule } from '../rule.ts';
import { digits, fake, leak, upper } from '../rule-example.ts';

export const onepasswordSecretKey = tokenRule({
  id: 'onepassword-secret-key',
  title: '1Password secret key',
  keywords: ['a3-'],
  pattern: /A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}/,
  positives: () => [
    leak`OP_SECRET_KEY=${`A3-${[6, 6, 5, 5, 5, 5].map((length, i) => fake(upper + digits, length, i + 1)).join('-')}`}`,
  ],
  negatives: () => ['A3-XXXXXX-XXXXXX-XXXXX-XXXXX-XXXXX-XXXXX'],
});
