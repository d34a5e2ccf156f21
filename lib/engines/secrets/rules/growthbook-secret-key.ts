import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const growthbookSecretKey = tokenRule({
  id: 'growthbook-secret-key',
  title: 'GrowthBook secret key',
  keywords: ['secret_user_', 'secret_admin_', 'secret_readonly_', 'secret_collaborator_', 'secret_engineer_'],
  pattern: /secret_(?:user|admin|readonly|collaborator|engineer)_[A-Za-z0-9]{20,60}/,
  positives: () => [leak`GROWTHBOOK=${`secret_readonly_${fake(base62, 44)}`}`],
  negatives: () => ['secret_admin_password_for_the_database'],
});
