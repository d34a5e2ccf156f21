import { describe, expect, test } from 'vitest';
import {
  integrationKinds,
  kindFields,
  settingsOf,
  wayOf,
} from '@scangate/console/routes/integrations/integration-kinds.ts';
import {
  credentialErrors,
  integrationBody,
  integrationChange,
  integrationErrors,
  integrationRequestOf,
  newIntegration,
  repositoriesIn,
  type Integration,
} from '@scangate/console/routes/integrations/integration-request.ts';

const values = (fields: readonly { name: string }[]) =>
  Object.fromEntries(fields.map(({ name }) => [name, 'x']));

test('each sign-in method of each kind names its required fields, and is complete with them', () => {
  for (const kind of integrationKinds)
    for (const { name: way, fields } of kindFields[kind].ways) {
      const empty = { ...newIntegration(kind), way };
      expect(integrationErrors(empty)).toHaveProperty('name');
      expect(Object.keys(credentialErrors(empty, {}))).toHaveLength(fields.length);
      const full = { ...empty, name: 'Team', settings: values(settingsOf(kind, way)) };
      expect({ ...integrationErrors(full), ...credentialErrors(full, values(fields)) }).toEqual({});
    }
});

test('empty settings are left out, and only tickets have a severity', () => {
  const jira = {
    ...newIntegration('jira'),
    name: ' Tracker ',
    settings: { site: 'acme.atlassian.net', project: 'SEC', issueType: 'Bug', doneTransition: ' ' },
    ticketsFrom: 'high' as const,
    ticketsPerDay: 5,
  };
  expect(integrationBody(jira, { email: 'a@example.com', token: 't' })).toEqual({
    kind: 'jira',
    name: 'Tracker',
    settings: {
      site: 'acme.atlassian.net',
      project: 'SEC',
      issueType: 'Bug',
      minimumSeverity: 'high',
      newTicketsPerDay: 5,
    },
    credential: { email: 'a@example.com', token: 't' },
  });
  const slack = { ...newIntegration('slack'), name: 'Chat', ticketsFrom: 'high' as const };
  expect(integrationBody(slack, { botToken: 'x' }).settings).not.toHaveProperty('minimumSeverity');
});

test('an incoming webhook of Slack determines its channel', () => {
  const { fields } = wayOf('slack', 'webhookUrl');
  const slack = { ...newIntegration('slack'), way: 'webhookUrl', name: 'Chat', settings: { channel: 'C1' } };
  expect(integrationBody(slack, values(fields))).toMatchObject({
    settings: {},
    credential: { webhookUrl: 'x' },
  });
});

describe('a change of a stored integration', () => {
  const stored: Integration = {
    integrationId: 'i1',
    kind: 'slack',
    name: 'Chat',
    types: ['scan.failed'],
    filter: { repositoryIds: ['r1'], branches: ['default'] },
    settings: { channel: 'C1', rules: [{ types: ['*'], repositoryIds: ['r2'], mode: 'digest' }] },
    createdAt: '2026-03-01T12:00:00.000Z',
    enabled: true,
    paused: false,
    failures: 0,
  };
  const names = ['r1', 'r2'].map((repositoryId) => ({ repositoryId, fullName: `acme/${repositoryId}` }));
  const before = integrationRequestOf(stored, names);

  test('keeps what its form does not change, with rules and filter', () => {
    expect(repositoriesIn(stored)).toEqual(['r1', 'r2']);
    expect(integrationBody(before, { botToken: 'x' })).toMatchObject({
      types: stored.types,
      filter: stored.filter,
      settings: stored.settings,
    });
  });

  test('sends settings when they differ, and the credential when the destination changes', () => {
    const renamed = integrationChange(before, { ...before, name: 'Team' }, {});
    expect(renamed).toEqual({ name: 'Team', types: ['scan.failed'], filter: stored.filter });
    const quiet = integrationChange(before, { ...before, rules: [] }, {});
    expect(quiet).toMatchObject({ settings: { channel: 'C1' } });
    expect(quiet).not.toHaveProperty('credential');
    const moved = { ...before, settings: { channel: 'C2' } };
    expect(integrationChange(before, moved, { botToken: 'x' })).toMatchObject({
      settings: { channel: 'C2' },
      credential: { botToken: 'x' },
    });
  });

  test('removes a filter that is emptied', () => {
    const empty = { repositories: [], branches: [], minimumSeverity: '' as const, verdicts: [] };
    expect(integrationChange(before, { ...before, filter: empty }, {}).filter).toBeNull();
  });
});
