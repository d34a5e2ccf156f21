import { loadAdvisories, makeRepository } from '#test/support/local/cloud.ts';
import { consoleWorld, newConsoleOrganization, type ConsoleOrganization } from './console-world.ts';

/** An organization whose pages have something to show. */
export interface SampleOrganization extends ConsoleOrganization {
  repositoryId: string;
  scanId: string;
  /** The parameters of paths of pages. */
  parameters: Readonly<Record<string, string>>;
}

const lockfile = JSON.stringify({
  lockfileVersion: 3,
  packages: {
    '': { dependencies: { left: '1.0.0' } },
    'node_modules/left': { version: '1.0.0', license: 'MIT', dependencies: { minimist: '1.2.0' } },
    'node_modules/minimist': { version: '1.2.0', license: 'MIT' },
  },
});

const advisory = {
  schema_version: '1.6.0',
  id: 'GHSA-xvch-5gv4-984h',
  modified: '2024-01-01T00:00:00Z',
  summary: 'Prototype pollution in minimist',
  affected: [
    {
      package: { ecosystem: 'npm', name: 'minimist' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '1.0.0' }, { fixed: '1.2.6' }] }],
    },
  ],
  database_specific: { severity: 'CRITICAL' },
};

const handler = `const { exec } = require('child_process');
require('http').createServer((request, response) => {
  const name = new URL(request.url, 'http://x').searchParams.get('name');
  exec('ls ' + name);
  response.end();
});
`;

const lastYear = (now: string) => ({
  from: new Date(Date.parse(now) - 300 * 86_400_000).toISOString(),
  to: now,
});

/** Makes what pages of their own show: a webhook, an integration, a bundle and an auditor pack. */
const fillPages = async ({ token, repositoryId }: { token: string; repositoryId: string }) => {
  const { cloud } = consoleWorld();
  const create = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await cloud.ask('POST', path, { token, body });
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.body;
  };
  const webhook = await create('/v1/webhooks', {
    url: `${cloud.cloud.url}/_local/receiver/in`,
    events: ['scan.*'],
  });
  const integration = await create('/v1/integrations', {
    kind: 'slack',
    name: 'Security',
    settings: { channel: 'C0SECURITY' },
    credential: { botToken: 'xoxb-local-bot' },
  });
  const bundle = await create('/v1/bundles', { name: 'Shop', members: [{ repositoryId }] });
  const { now } = (await cloud.ask('GET', '/_local/clock')).body;
  const pack = await create('/v1/auditor-packs', lastYear(String(now)));
  return {
    webhookId: String(webhook['webhookId']),
    integrationId: String(integration['integrationId']),
    bundleId: String(bundle['bundleId']),
    packId: String(pack['packId']),
  };
};

/** Makes an organization of Team, with a scanned repository whose gate fails. */
export const newSampleOrganization = async (): Promise<SampleOrganization> => {
  const { cloud } = consoleWorld();
  await loadAdvisories(cloud, [advisory]);
  const made = await newConsoleOrganization({ plan: 'Team', name: 'Sample', sastAddon: 'team' });
  const token = made.tokens['owner'] ?? '';
  const files = {
    'package-lock.json': lockfile,
    'package.json': '{"name":"shop"}',
    'server.js': handler,
    'settings.py': 'token = "ghp_ZR7mK2pX9vB4nT6wY8zQ1sD3fG5hJ0kL7a"\n',
  };
  const { path, hashes } = makeRepository(files);
  const connected = await cloud.ask('POST', '/v1/repositories', { token, body: { url: path } });
  const repositoryId = String(connected.body['repositoryId']);
  const parameters = await fillPages({ token, repositoryId });
  const body = { repositoryId, commitHash: hashes[0], branch: 'main' };
  const created = await cloud.ask('POST', '/v1/scans', { token, body });
  if (created.status !== 201) throw new Error(created.text);
  const scanId = String(created.body['scanId']);
  await cloud.ask('GET', `/v1/scans/${scanId}/wait?timeout=60&interval=1`, { token });
  await cloud.ask('POST', '/_local/settle');
  return { ...made, repositoryId, scanId, parameters: { ...parameters, repositoryId, scanId } };
};

let shared: Promise<SampleOrganization> | undefined;

/** The sample of tests that only look at it, made by the first of them. */
export const sampleToLookAt = (): Promise<SampleOrganization> => (shared ??= newSampleOrganization());
