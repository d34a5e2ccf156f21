import { describe, expect, test } from 'vitest';
import { github } from '@scangate/emulator-providers/github/server';
import { gitlab } from '@scangate/emulator-providers/gitlab/server';
import { jira } from '@scangate/emulator-providers/jira/server';
import type { EmulatorDefinition } from '@scangate/emulator-providers/kit/provider-emulator';
import { linear } from '@scangate/emulator-providers/linear/server';
import { openEmulator } from '#test/support/integrations/emulator-fetch.ts';

const basic = `Basic ${Buffer.from('bot@acme.example:token').toString('base64')}`;
const adf = { type: 'doc', version: 1, content: [{ type: 'mention', attrs: { id: '1' } }] };
const fields = { project: { key: 'SEC' }, issuetype: { name: 'Bug' }, summary: 'x' };

/** Each tracker, with a request that it takes, and others that it refuses. */
const trackers = [
  {
    definition: github,
    headers: { authorization: 'Bearer ghp_machine1' },
    path: '/repos/acme/shop/issues',
    good: { title: 'x' },
    bad: [{ title: 'x', assignees: ['somebody'] }, { title: '' }, { body: 'x' }],
    otherQuery: '/repos/acme/shop/issues?q=x',
  },
  {
    definition: gitlab,
    headers: { 'private-token': 'glpat-bot1' },
    path: '/api/v4/projects/acme%2Fshop/issues',
    good: { title: 'x' },
    bad: [{ title: 'x', assignee_ids: [1] }, { title: 'x'.repeat(256) }, {}],
    otherQuery: '/api/v4/projects/acme%2Fshop/issues?search=x',
  },
  {
    definition: jira,
    headers: { authorization: basic },
    path: '/rest/api/3/issue',
    good: { fields },
    bad: [
      { fields: { ...fields, description: adf } },
      { fields: { ...fields, labels: ['x'] } },
      { update: {} },
    ],
    otherQuery: '/rest/api/3/issue/1?expand=names',
  },
  {
    definition: linear,
    headers: { authorization: 'lin_api_of_a_person' },
    path: '/graphql',
    good: {
      query: 'query($key: String!) { teams(filter: { key: { eq: $key } }) { nodes { id } } }',
      variables: { key: 'SEC' },
    },
    bad: [
      { query: '{ viewer { id } }', variables: {} },
      { query: 'query($id: String!) { issue(id: $id) { id assignee { id } } }', variables: { id: 'x' } },
      { query: 'query($id: String!) { issue(id: $id) { id } }', variables: { id: 'x', more: 1 } },
    ],
    otherQuery: '/graphql?operation=x',
  },
] as const;

describe.each(trackers)(
  'the emulator of $definition.name',
  ({ definition, headers, path, good, bad, otherQuery }) => {
    const opened = () => openEmulator(definition as unknown as EmulatorDefinition<object>, () => new Date(0));
    const ask = async (emulator: ReturnType<typeof opened>, way: string, body?: unknown) => {
      const method = body === undefined ? 'GET' : 'POST';
      const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const answer = await emulator.fetch(`https://provider.example.com${way}`, sent);
      const text = await answer.text();
      return { status: answer.status, isRefused: !answer.ok || text.includes('"errors":[') };
    };

    test('accepts known requests, and stores them', async () => {
      const emulator = opened();
      expect(await ask(emulator, path, good)).toMatchObject({ isRefused: false });
      const { issues } = emulator.state as { issues: unknown[] };
      expect(issues).toHaveLength(definition.name === 'linear' ? 0 : 1);
    });

    test.each(bad.map((body) => [body]))('refuses %o', async (body) => {
      const emulator = opened();
      expect(await ask(emulator, path, body)).toMatchObject({ isRefused: true });
      expect(emulator.state).toEqual(definition.initial());
    });

    test('refuses unknown routes and query parameters', async () => {
      expect(await ask(opened(), '/unknown')).toMatchObject({ status: 404 });
      const method = definition.name === 'linear' ? good : undefined;
      expect(await ask(opened(), otherQuery, method)).toMatchObject({ isRefused: true });
    });

    test('refuses a caller without a credential', async () => {
      const { fetch } = opened();
      const answer = await fetch(`https://provider.example.com${path}`, {
        method: 'POST',
        body: JSON.stringify(good),
      });
      expect(answer.status).toBeGreaterThanOrEqual(401);
    });
  },
);
