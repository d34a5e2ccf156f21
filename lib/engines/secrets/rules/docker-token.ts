import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const dockerToken = tokenRule({
  id: 'docker-token',
  title: 'Docker Hub access token',
  keywords: ['dckr_pat_', 'dckr_oat_'],
  pattern: /dckr_[po]at_[\w-]{27,40}/,
  positives: () => [leak`DOCKER_PASSWORD=${'dckr_pat_' + fake(base64url, 27)}`],
  negatives: () => ['dckr_pat_abc'],
});
