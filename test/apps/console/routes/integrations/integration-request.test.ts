import { expect, test } from 'vitest';
import {
  integrationBody,
  integrationKinds,
  kindFields,
  missingFields,
  newIntegration,
} from '@scangate/console/routes/integrations/integration-request.ts';

test('each kind names what it needs, and is complete once that is there', () => {
  for (const kind of integrationKinds) {
    const empty = newIntegration(kind);
    expect(missingFields(empty, {}).size).toBeGreaterThan(1);
    const values = (fields: readonly { name: string }[]) =>
      Object.fromEntries(fields.map(({ name }) => [name, 'x']));
    const { settings, credential } = kindFields[kind];
    const full = { ...empty, name: 'Team', settings: values(settings) };
    expect([...missingFields(full, values(credential))]).toEqual([]);
  }
});

test('empty settings are left out, and tickets alone have a severity', () => {
  const jira = {
    ...newIntegration('jira'),
    name: ' Tracker ',
    settings: { site: 'acme.atlassian.net', project: 'SEC', issueType: 'Bug', doneTransition: ' ' },
    minimumSeverity: 'high' as const,
  };
  expect(integrationBody(jira, { email: 'a@example.com', token: 't' })).toEqual({
    kind: 'jira',
    name: 'Tracker',
    settings: { site: 'acme.atlassian.net', project: 'SEC', issueType: 'Bug', minimumSeverity: 'high' },
    credential: { email: 'a@example.com', token: 't' },
  });
  const slack = { ...newIntegration('slack'), name: 'Chat', minimumSeverity: 'high' as const };
  expect(integrationBody(slack, { botToken: 'x' }).settings).not.toHaveProperty('minimumSeverity');
});
