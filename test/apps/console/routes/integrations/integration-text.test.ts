import { describe, expect, test } from 'vitest';
import {
  newIntegration,
  type IntegrationRequest,
} from '@scangate/console/routes/integrations/integration-request.ts';
import { integrationText } from '@scangate/console/routes/integrations/integration-text.ts';

const repositories = [{ repositoryId: 'r1', fullName: 'acme/web' }];

const slack: IntegrationRequest = {
  ...newIntegration('slack'),
  name: 'Chat',
  events: ['scan.failed'],
  filter: { repositories, branches: ['main'], minimumSeverity: 'high', verdicts: ['FAIL'] },
  settings: { channel: 'C1' },
  ticketsPerDay: 1200,
  rules: [{ types: ['scan.*'], repositories, minimumSeverity: '', mode: 'digest' }],
};

describe('a field of an integration', () => {
  test.each([
    ['kind', 'Slack'],
    ['way', 'An app with a bot'],
    ['name', 'Chat'],
    ['events', 'A scan failed'],
    [
      'filter',
      'Only these repositories: acme/web; Only these branches: main; Minimum severity of findings: High; Only scans with these verdicts: FAIL',
    ],
    ['settings', 'Channel id: C1'],
    ['ticketsFrom', 'The threshold of the gate'],
    ['ticketsPerDay', '1,200'],
    ['rules', 'Rule 1: scan.*; Hourly digest; Only these repositories: acme/web'],
  ] as const)('%s is shown in words', (name, words) => {
    expect(integrationText(name, slack)).toBe(words);
  });

  test('that is empty has no text', () => {
    const empty = newIntegration('jira');
    expect([integrationText('filter', empty), integrationText('rules', empty)]).toEqual(['', '']);
    expect(integrationText('ticketsPerDay', empty)).toBe('');
  });
});
