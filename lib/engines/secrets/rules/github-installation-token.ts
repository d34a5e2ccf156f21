import { tokenRule } from '../rule.ts';
import { base64url, fake, leak } from '../rule-example.ts';

export const githubInstallationToken = tokenRule({
  id: 'github-installation-token',
  title: 'GitHub App installation token',
  keywords: ['ghs_'],
  pattern: /ghs_\d{1,12}_eyJ[\w-]{20,1000}\.eyJ[\w-]{40,1500}\.[\w-]{40,700}/,
  positives: () => [
    leak`GH_TOKEN=${`ghs_${fake('123456789', 6)}_eyJ${fake(base64url, 60)}.eyJ${fake(base64url, 200)}.${fake(base64url, 86)}`}`,
  ],
  negatives: () => ['ghs_123456_eyJhbGciOi'],
});
