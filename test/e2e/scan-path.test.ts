import { beforeAll, expect, test } from 'vitest';
import { replayReads } from '../support/api/replay-reads.ts';
import {
  loadAdvisories,
  makeRepository,
  sharedTestCloud,
  type Answer,
  type TestCloud,
} from '../support/local/cloud.ts';
import { minimistAdvisory, shopLockfile, shopManifest } from '../support/local/vulnerable-shop.ts';

let world: TestCloud;
let service: string;
let owner: string;
let repositoryId: string;
let hashes: string[];
let rootUnit: string;

beforeAll(async () => {
  world = await sharedTestCloud();
  await loadAdvisories(world, [minimistAdvisory]);
  const { tokens } = await world.newOrganization();
  [owner = '', service = ''] = [tokens['owner'], tokens['service']];
  const repository = makeRepository(
    { 'package.json': shopManifest, 'package-lock.json': shopLockfile('1.2.5') },
    { 'package-lock.json': shopLockfile('1.2.8') },
    { 'package-lock.json': shopLockfile('1.2.8').slice(0, 60) },
    {
      'package-lock.json': shopLockfile('1.2.8'),
      'web/package.json': shopManifest,
      'web/package-lock.json': shopLockfile('1.2.8').slice(0, 60),
    },
  );
  hashes = repository.hashes;
  const connected = await world.ask<{ repositoryId: string; projectUnits: { projectUnitId: string }[] }>(
    'POST',
    '/v1/repositories',
    { token: owner, body: { url: repository.path } },
  );
  repositoryId = connected.body.repositoryId;
  rootUnit = connected.body.projectUnits[0]?.projectUnitId ?? '';
});

interface Gate {
  scanId: string;
  status: string;
  verdict: string | null;
  reason: string;
  summary: Record<string, unknown>;
  errorCode?: string;
  coverage?: { scanType: string; status: string }[];
}

const create = (body: object) =>
  world.ask<{ scanId: string; credits: object }>('POST', '/v1/scans', {
    token: service,
    body: { repositoryId, ...body },
  });
const wait = async (created: Answer<{ scanId: string }>): Promise<Gate> =>
  (
    await world.ask<Gate>('GET', `/v1/scans/${created.body.scanId}/wait?timeout=60&interval=1`, {
      token: service,
    })
  ).body;
const scan = async (body: object): Promise<Gate> => wait(await create(body));
const audit = async () =>
  (
    await world.ask<{ ok: boolean; pools: { pool: string; available: number }[] }>(
      'GET',
      '/_local/ledger-audit',
    )
  ).body;
const credits = async (): Promise<number> => {
  const { pools } = await audit();
  return pools.find(({ pool }) => pool === 'core')?.available ?? Number.NaN;
};

test('a commit with a critical vulnerability fails, and has a reason, findings and an SBOM', async () => {
  const found = await world.ask('GET', '/v1/repositories/resolve?fullName=ACME/Shop', { token: service });
  expect(found.body).toMatchObject({ repositoryId });
  const created = await create({ commitHash: hashes[0] });
  expect(created.status).toBe(201);
  const gate = await wait(created);
  expect(gate).toMatchObject({
    status: 'completed',
    verdict: 'FAIL',
    reason: 'critical_vulnerabilities_found',
    summary: { severityThreshold: 'critical', vulnerabilities: { critical: 1, dependencies: 1 } },
  });
  const path = `/v1/scans/${gate.scanId}`;
  const findings = await world.ask<{ items: object[] }>('GET', `${path}/findings`, { token: service });
  expect(findings.body.items[0]).toMatchObject({
    kind: 'vulnerability',
    packageName: 'minimist',
    fixedVersions: ['1.2.6'],
  });
  const sbom = await world.ask<{ specVersion: string }>('GET', `${path}/sbom`, { token: service });
  expect(sbom.body.specVersion).toBe('1.6');
  const state = await world.ask('GET', path, { token: service });
  expect(state.body).not.toHaveProperty('verdict');
  expect(state.body).not.toHaveProperty('summary');
});

test('a commit with the vulnerability fixed passes', async () => {
  expect(await scan({ commitHash: hashes[1] })).toMatchObject({
    verdict: 'PASS',
    reason: 'no_issues_found',
  });
});

test('a commit is judged by the requested scan types only, and the summary shows no others', async () => {
  const gate = await scan({ commitHash: hashes[0], scanTypes: ['license'] });
  expect(gate.verdict).toBe('PASS');
  expect(Object.keys(gate.summary).toSorted()).toEqual(['licenses', 'severityThreshold']);
});

test('a commit whose only lockfile is damaged is an ERROR with a code, not a PASS, and costs nothing', async () => {
  const before = await credits();
  const gate = await scan({ commitHash: hashes[2] });
  expect(gate).toMatchObject({
    status: 'failed',
    verdict: 'ERROR',
    reason: 'scan_failed',
    errorCode: 'lockfile_not_found',
  });
  expect(await credits()).toBe(before);
});

test('a damaged lockfile among many units is a gap of its unit in the full scope, and fails it by name', async () => {
  const all = await scan({ commitHash: hashes[3] });
  expect([all.status, all.verdict === null]).toEqual(['completed', false]);
  expect(all.coverage?.filter(({ scanType }) => scanType === 'sca').map(({ status }) => status)).toContain(
    'unassessed',
  );
  const named = await scan({ commitHash: hashes[3], scanTypes: ['sca'] });
  expect(named).toMatchObject({
    status: 'failed',
    verdict: 'ERROR',
    errorCode: 'lockfile_not_found',
    summary: { vulnerabilities: { total: expect.any(Number) }, severityThreshold: 'critical' },
    projectUnits: [
      { path: '', status: 'completed' },
      { path: 'web', status: 'failed', errorCode: 'lockfile_not_found' },
    ],
  });
});

test('a commit that does not exist ends as branch_or_commit_not_found and costs nothing', async () => {
  const before = await credits();
  const gate = await scan({ commitHash: 'f'.repeat(40) });
  expect(gate).toMatchObject({ verdict: 'ERROR', errorCode: 'branch_or_commit_not_found' });
  expect(await credits()).toBe(before);
});

test('a lockfile artifact is scanned as the given unit', async () => {
  const gate = await scan({
    commitHash: hashes[1],
    projectUnitId: rootUnit,
    lockfile: { path: 'package-lock.json', content: shopLockfile('1.2.0') },
  });
  expect(gate).toMatchObject({ verdict: 'FAIL', reason: 'critical_vulnerabilities_found' });
});

test('an SBOM of another tool is scanned by its purls', async () => {
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.4',
    version: 1,
    components: [{ type: 'library', name: 'minimist', version: '1.2.5', purl: 'pkg:npm/minimist@1.2.5' }],
  };
  expect(await scan({ commitHash: hashes[1], projectUnitId: rootUnit, sbom })).toMatchObject({
    verdict: 'FAIL',
  });
});

test.each([
  [
    'a truncated lockfile',
    { lockfile: { path: 'package-lock.json', content: '{"lockfileVersion":3,' } },
    'unsupported_lockfile',
  ],
  [
    'a lockfile of noise',
    { lockfile: { path: 'yarn.lock', content: '\u0001'.repeat(1000) } },
    'unsupported_lockfile',
  ],
  ['SPDX', { sbom: { spdxVersion: 'SPDX-2.3' } }, 'sbom_invalid'],
  [
    'CycloneDX of an unknown future version',
    { sbom: { bomFormat: 'CycloneDX', specVersion: '9.0' } },
    'sbom_invalid',
  ],
])('an artifact: %s is refused and charges nothing', async (_name, artifact, code) => {
  const before = await credits();
  const answer = await create({ commitHash: hashes[0], projectUnitId: rootUnit, ...artifact });
  expect([answer.status, 'code' in answer.body && answer.body.code]).toEqual([422, code]);
  expect(await credits()).toBe(before);
});

test('the limits of a wait are checked before the first byte', async () => {
  const created = await create({ commitHash: hashes[0] });
  for (const query of ['timeout=0', 'timeout=601', 'interval=0', 'interval=61', 'timeout=x']) {
    const answer = await world.ask('GET', `/v1/scans/${created.body.scanId}/wait?${query}`, {
      token: service,
    });
    expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_query']);
  }
});

test('server-sent events of a wait end with the verdict', async () => {
  const created = await create({ commitHash: hashes[0], branch: 'main', scanTypes: ['sca', 'secrets'] });
  const path = `/v1/scans/${created.body.scanId}/wait?interval=1`;
  const { text } = await world.ask('GET', path, {
    token: service,
    headers: { Accept: 'text/event-stream' },
  });
  const events = text.split('\n\n').filter((block) => block.startsWith('event:'));
  expect(events.at(-1)).toMatch(/^event: verdict\ndata: \{.*"verdict":"FAIL"/);
  expect(events[0]).toMatch(/^event: unit\n/);
});

test('the workflow of a one-unit scan of the default branch, which is followed, has at most 7 billed transitions', async () => {
  const gate = await scan({ commitHash: hashes[1], scanTypes: ['sbom'] });
  const { body } = await world.ask('GET', `/_local/executions/${gate.scanId}`);
  expect(body['transitions']).toBeLessThanOrEqual(7);
});

test('a session can scan on every plan, a token from Team on', async () => {
  const { tokens, sessions } = await world.newOrganization({ plan: 'Starter' });
  const path = '/v1/repositories/resolve?fullName=acme/shop';
  expect((await world.ask('GET', path, { token: tokens['owner'] ?? '' })).body).toMatchObject({
    status: 402,
    code: 'entitlement_denied',
    capability: 'api',
  });
  expect((await world.ask('GET', path, { token: sessions['owner'] ?? '' })).status).toBe(404);
});

test('every read of scans and repositories is answered as the reference says', async () => {
  const { scanId } = await scan({ commitHash: hashes[1] });
  const { body: badge } = await world.ask('POST', `/v1/repositories/${repositoryId}/badge`, { token: owner });
  const file = String(badge['url']).split('/').at(-1) ?? '';
  const quotes = `/v1/repositories/${repositoryId}/history-scans/quote`;
  const historyScanId = String((await world.ask('POST', quotes, { token: owner })).body['historyScanId']);
  const values = { scanId, with: scanId, repositoryId, fullName: 'acme/shop', file, historyScanId };
  const to = { url: world.cloud.url, token: owner };
  const reads = [
    ...(await replayReads({ ...to, values, tags: ['Scans', 'Repositories'] })),
    ...(await replayReads({ ...to, values: {}, tags: ['Reference'] })),
  ];
  expect(reads.filter(({ faults }) => faults.length > 0)).toEqual([]);
  expect(reads.filter(({ status }) => status !== 200)).toEqual([]);
});

test('a scan of the history finds a secret that is gone from the newest commit', async () => {
  const { tokens } = await world.newOrganization();
  const as = { token: tokens['owner'] ?? '' };
  const key = 'ghp_ZR7mK2pX9vB4nT6wY8zQ1sD3fG5hJ0kL7a';
  const repository = makeRepository(
    { 'package.json': shopManifest, 'settings.py': `token = "${key}"\n` },
    { 'settings.py': 'token = ""\n' },
  );
  const connected = await world.ask<{ repositoryId: string }>('POST', '/v1/repositories', {
    ...as,
    body: { url: repository.path },
  });
  const scans = `/v1/repositories/${connected.body.repositoryId}/history-scans`;
  const { body: quote } = await world.ask<{ historyScanId: string }>('POST', `${scans}/quote`, as);
  await world.ask('POST', '/_local/settle');
  await world.ask('POST', scans, { ...as, body: { historyScanId: quote.historyScanId } });
  await world.ask('POST', '/_local/settle');
  const ended = await world.ask('GET', `${scans}/${quote.historyScanId}`, as);
  expect(ended.body).toMatchObject({ status: 'completed', secrets: { total: 1, goneFromHead: 1 } });
});

test('at the end the ledger agrees with every pool and scan', async () => {
  await world.ask('POST', '/_local/settle');
  expect(await audit()).toMatchObject({ ok: true, violations: [] });
});
