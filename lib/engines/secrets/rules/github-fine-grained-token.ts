import { tokenRule } from '../rule.ts';
import { base62, digits, fake, leak, upper } from '../rule-example.ts';

export const githubFineGrainedToken = tokenRule({
  id: 'github-fine-grained-token',
  title: 'GitHub fine-grained personal access token',
  keywords: ['github_pat_'],
  pattern: /github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}/,
  positives: () => [leak`GITHUB_TOKEN=${`github_pat_11${fake(upper + digits, 20)}_${fake(base62, 59)}`}`],
  negatives: () => [`github_pat_${'x'.repeat(22)}_${'x'.repeat(59)}`, 'github_pat_token'],
});
