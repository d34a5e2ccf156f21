import { tokenRule } from '../rule.ts';
import { fake, leak, lowerDigits } from '../rule-example.ts';

export const buildkiteToken = tokenRule({
  id: 'buildkite-token',
  title: 'Buildkite API token',
  keywords: ['bkua_'],
  pattern: /bkua_[a-z0-9]{40}/,
  positives: () => [leak`BUILDKITE_TOKEN=${'bkua_' + fake(lowerDigits, 40)}`],
  negatives: () => ['bkua_token'],
});
