import { expect, test } from 'vitest';
import { github } from '@scangate/emulator-providers/github/server';
import { githubCheckWriter } from '#adapters/providers/github/check-routes.ts';
import { githubClient, type GithubClient } from '#adapters/providers/github/client.ts';
import { providerClient } from '#adapters/providers/provider-client.ts';
import type { OutboundFetch } from '#ports/outbound.ts';
import {
  contractNow,
  contractResult,
  describeCheckContracts,
} from '#test/support/integrations/check-contracts.ts';
import { beyond, contractsOf } from '#test/support/integrations/contract.ts';
import { openEmulator } from '#test/support/integrations/emulator-fetch.ts';

const origin = 'https://api.github.com';
const repository = 'octocat/Hello-World';
const isOfRun = (name: string): boolean => name.startsWith('check-run');

describeCheckContracts({
  provider: 'github',
  definition: github,
  includes: (name) => !isOfRun(name),
  writer: (fetch) =>
    githubCheckWriter(
      githubClient({ fetch, origin, credential: { token: 'ghp_machine1' }, now: () => contractNow }),
      repository,
    ),
  list: 'check-comment-list',
  nothing: [],
});

const runContracts = contractsOf('github').filter(([name]) => isOfRun(name));
const annotationAt = (path: string) => ({
  path,
  startLine: 3,
  endLine: 3,
  level: 'failure' as const,
  title: 'critical: An API key',
  message: 'An API key. Revoke it.',
});

const appClient = (fetch: OutboundFetch): GithubClient => ({
  ...providerClient({ fetch, origin, headers: async () => ({ authorization: 'Bearer ghs_installation' }) }),
  login: async () => 'scan-app[bot]',
  token: async () => 'ghs_installation',
  appId: '12345',
});

test('check runs: the adapter sends and reads what is documented', async () => {
  const sent: [name: string | undefined, body: unknown][] = [];
  const fetchWith =
    (listed?: unknown): OutboundFetch =>
    async (address, { method = 'GET', body } = {}) => {
      const { pathname, search } = new URL(String(address));
      const found = runContracts.find(
        ([, { request }]) => request.method === method && request.path === `${pathname}${search}`,
      );
      sent.push([found?.[0], typeof body === 'string' ? JSON.parse(body) : undefined]);
      const answer = (found?.[0] === 'check-run-list' && listed) || found?.[1].answer.body;
      return new Response(JSON.stringify(answer), { status: found?.[1].answer.status ?? 404 });
    };
  const nothing = { total_count: 0, check_runs: [] };
  const first = annotationAt('src/app.js');
  await githubCheckWriter(appClient(fetchWith(nothing)), repository).writeResult({
    ...contractResult,
    annotations: [first],
  });
  // The run that is listed has one annotation.
  await githubCheckWriter(appClient(fetchWith()), repository).writeResult({
    ...contractResult,
    annotations: [first, annotationAt('src/next.js')],
  });
  const bodyOf = (name: string) => runContracts.find(([one]) => one === name)?.[1].request.body;
  expect(sent).toEqual(
    ['check-run-list', 'check-run-create', 'check-run-list', 'check-run-update'].map((name) => [
      name,
      bodyOf(name),
    ]),
  );
});

test.each(runContracts)('the emulator accepts and answers %s', async (name, { request, answer }) => {
  const emulator = openEmulator(github, () => contractNow);
  const expiresAt = '2026-03-01T13:00:00Z';
  emulator.state.installationTokens['ghs_installation'] = { appId: 12345, expiresAt };
  const ask = ({ method, path, headers, body }: typeof request) =>
    emulator.fetch(`${origin}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const create = runContracts.find(([one]) => one === 'check-run-create')?.[1].request;
  let { path } = request;
  if (name !== 'check-run-create' && create) {
    const { id } = (await (await ask(create)).json()) as { id: number };
    path = path.replace(/\/4$/, `/${id}`);
  }
  const given = await ask({ ...request, path });
  expect(given.status).toBe(answer.status);
  expect(beyond(await given.json(), answer.body)).toEqual([]);
});

test.each(['12345', 'Iv23liOwnClient'])(
  'a run of another App with our name and id is not used: %s',
  async (appId) => {
    const emulator = openEmulator(github, () => contractNow);
    emulator.state.installationTokens['ghs_installation'] = {
      appId: 12345,
      expiresAt: '2026-03-01T13:00:00Z',
    };
    const foreign = {
      id: 900,
      repository,
      sha: contractResult.commitHash,
      name: 'Scangate',
      externalId: contractResult.scanId,
      conclusion: 'success',
      title: 'PASS',
      summary: '',
      annotations: [],
      appId: 666,
      completedAt: contractNow.toISOString(),
    };
    emulator.state.checkRuns.push({ ...foreign });
    await githubCheckWriter({ ...appClient(emulator.fetch), appId }, repository).writeResult(contractResult);
    expect(emulator.state.checkRuns).toMatchObject([foreign, { appId: 12345, summary: contractResult.text }]);
  },
);
