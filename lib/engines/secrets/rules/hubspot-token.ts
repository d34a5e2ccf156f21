import { tokenRule } from '../rule.ts';
import { fakeUuid, leak } from '../rule-example.ts';

export const hubspotToken = tokenRule({
  id: 'hubspot-token',
  title: 'HubSpot private app token',
  keywords: ['pat-na', 'pat-eu', 'pat-ap'],
  pattern: /pat-(?:na|eu|ap)\d-[a-fA-F0-9]{8}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{4}-[a-fA-F0-9]{12}/,
  positives: () => [leak`HUBSPOT_TOKEN=${`pat-na1-${fakeUuid()}`}`],
  negatives: () => [`pat-na1-${fakeUuid().replaceAll(/[a-f\d]/g, '0')}`],
});
