import { tokenRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

export const posthogPersonalKey = tokenRule({
  id: 'posthog-personal-key',
  title: 'PostHog personal API key',
  keywords: ['phx_'],
  pattern: /phx_[A-Za-z0-9]{40,50}/,
  positives: () => [leak`POSTHOG_PERSONAL_API_KEY=${'phx_' + fake(base62, 43)}`],
  negatives: () => [`phc_${fake(base62, 43)}`, 'phx_router'],
});
