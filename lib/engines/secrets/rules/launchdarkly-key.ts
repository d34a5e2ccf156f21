import { tokenRule } from '../rule.ts';
import { fakeUuid, leak } from '../rule-example.ts';

export const launchdarklyKey = tokenRule({
  id: 'launchdarkly-key',
  title: 'LaunchDarkly SDK key or API token',
  keywords: ['sdk-', 'api-'],
  pattern: /(?:sdk|api)-[a-fA-F0-9]{8}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{12}/,
  positives: () => [leak`LAUNCHDARKLY_SDK_KEY=${`sdk-${fakeUuid()}`}`],
  negatives: () => [`sdk-${fakeUuid().replaceAll(/[a-f\d]/g, '0')}`, 'api-version-2'],
});
