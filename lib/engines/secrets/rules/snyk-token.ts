import { namedValueRule } from '../rule.ts';
import { fakeUuid, leak } from '../rule-example.ts';

export const snykToken = namedValueRule({
  id: 'snyk-token',
  title: 'Snyk API token',
  names: ['snyk'],
  value: /[a-fA-F0-9]{8}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{12}/,
  tail: ['token', 'key', 'secret'],
  positives: () => [leak`SNYK_TOKEN=${fakeUuid()}`],
  negatives: () => [`snyk_org_id=${fakeUuid()}`],
});
