import { beforeEach, describe, expect, test } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#functions/api/index.ts';
import { repositoryScopes } from '@scangate/domain/identity/repository-reach';
import type { Repository, Scan } from '@scangate/domain/records';
import type { Caller } from '@scangate/domain/identity/caller';
import { call, resetWorld, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { fullIntegrations } from '#test/support/full-integrations.ts';
import { fullScan } from '#test/support/full-scan.ts';
import { fullTracking } from '#test/support/full-tracking.ts';
import { fullWatch } from '#test/support/full-watch.ts';
import {
  newOrganization,
  newRepository,
  testIds,
  write,
  type TestOrganization,
} from '#test/support/world.ts';

/** The endpoints that a limited credential can call at all: it has scopes of repositories and scans only, and is no person. */
const reachable = (endpoints as readonly EndpointSpec[]).filter(
  ({ access, session, credential, person, recent, scopes }) =>
    !access &&
    !session &&
    !credential &&
    !person &&
    !recent &&
    scopes.every((scope) => repositoryScopes.includes(scope)),
);

const commitHash = 'a'.repeat(40);
const packageUrl = 'pkg:npm/left-pad';

interface Named {
  repository: Repository;
  scan: Scan;
  fingerprint: string;
  bundleId: string;
  historyScanId: string;
}

/** The ways in which endpoints name what belongs to a repository. */
const asks: Record<string, (named: Named) => CallOptions> = {
  'cancel-scan': ({ scan }) => ({ params: { scanId: scan.scanId } }),
  'compare-scans': ({ scan }) => ({ params: { scanId: scan.scanId }, query: { with: scan.scanId } }),
  'create-scan': ({ repository: { repositoryId } }) => ({ body: { repositoryId, commitHash } }),
  'explain-scan': ({ scan }) => ({ params: { scanId: scan.scanId } }),
  'get-attestation': ({ scan }) => ({ params: { scanId: scan.scanId } }),
  'get-bundle': ({ bundleId }) => ({ params: { bundleId } }),
  'get-proof': ({ scan }) => ({ params: { scanId: scan.scanId } }),
  'get-release': ({ bundleId }) => ({ params: { bundleId, version: '1.2.0' } }),
  'get-release-document': ({ bundleId }) => ({
    params: { bundleId, version: '1.2.0', document: 'advisories' },
  }),
  'get-history-scan': ({ repository: { repositoryId }, historyScanId }) => ({
    params: { repositoryId, historyScanId },
  }),
  'cancel-history-scan': ({ repository: { repositoryId }, historyScanId }) => ({
    params: { repositoryId, historyScanId },
  }),
  'list-history-scans': ({ repository: { repositoryId } }) => ({ params: { repositoryId } }),
  'quote-history-scan': ({ repository: { repositoryId } }) => ({ params: { repositoryId } }),
  'start-history-scan': ({ repository: { repositoryId }, historyScanId }) => ({
    params: { repositoryId },
    body: { historyScanId },
  }),
  'get-repository': ({ repository: { repositoryId } }) => ({ params: { repositoryId } }),
  'list-branches': ({ repository: { repositoryId } }) => ({ params: { repositoryId } }),
  'get-sbom': ({ scan }) => ({ params: { scanId: scan.scanId } }),
  'get-dependency-graph': ({ scan }) => ({ params: { scanId: scan.scanId } }),
  'get-scan': ({ scan }) => ({ params: { scanId: scan.scanId } }),
  'get-tracked-finding': ({ fingerprint }) => ({ params: { fingerprint } }),
  'list-releases': ({ bundleId }) => ({ params: { bundleId } }),
  'release-bundle': ({ bundleId }) => ({ params: { bundleId }, body: { version: '2.0.0' } }),
  'list-findings': ({ scan }) => ({ params: { scanId: scan.scanId } }),
  'quote-scan': ({ repository: { repositoryId } }) => ({ body: { repositoryId, commitHash } }),
  'rejudge-scan': ({ scan }) => ({ params: { scanId: scan.scanId } }),
  'resolve-repository': ({ repository: { fullName } }) => ({ query: { fullName } }),
  'wait-scan': ({ scan }) => ({ params: { scanId: scan.scanId }, query: { timeout: '1' } }),
};

/** Endpoints whose answers list what belongs to repositories. */
const lists: Record<string, CallOptions> = {
  'list-bundles': {},
  'find-components': { query: { purl: packageUrl } },
  'list-repositories': {},
  'list-scans': {},
  'list-tracked-findings': {},
};

/** Endpoints that name nothing of a repository. */
const others: Record<string, string> = {
  'create-upload': 'An upload has no repository; the scan that uses it names one.',
  'get-me': 'It is about the person.',
  'get-overview': 'It counts for the whole organization, and refuses a limited credential.',
  'get-trends': 'It counts for the whole organization, and refuses a limited credential.',
  'remove-member': 'It is about the whole organization, and refuses a limited credential.',
};

let organization: TestOrganization;
let limited: Caller;
let mine: Named;
let theirs: Named;

/** Replaces the short ids of a full record by UUIDs, which answers must have. */
const withIds = <T>(record: T): T =>
  JSON.parse(JSON.stringify(record).replaceAll(/"[a-z]-\d"/g, `"${testIds.uuid()}"`)) as T;

const newNamed = async (character: string): Promise<Named> => {
  const { organizationId } = organization;
  const repository = await newRepository(world.store, organizationId, [['', 'npm']]);
  const { repositoryId } = repository;
  const projectUnitId = repository.units[0]?.projectUnitId ?? '';
  const fingerprint = character.repeat(32);
  const scan: Scan = {
    ...withIds(fullScan),
    organizationId,
    repositoryId,
    scanId: testIds.scanId(new Date()),
    projectUnitId,
  };
  const located = { organizationId, projectUnitId, fingerprint };
  const lookup = { lookup: 'repository', value: repositoryId } as const;
  const { scanId } = scan;
  const listedBy = `0#${projectUnitId}#${fingerprint}`;
  const { expiresAt: _gone, ...finding } = withIds(fullTracking.trackedFinding);
  const { expiresAt: _over, ...location } = fullTracking.findingLocation;
  const { removedAt: _removed, ...component } = fullWatch.indexedComponent;
  const bundleId = testIds.uuid();
  const { removedAt: _kept, ...bundle } = withIds(fullIntegrations.bundle);
  const release = withIds(fullIntegrations.release);
  const members = [{ ...release.members[0]!, repositoryId }];
  const historyScanId = testIds.uuid();
  const historyScan = {
    ...withIds(fullIntegrations.historyScan),
    organizationId,
    repositoryId,
    historyScanId,
  };
  await write(world.store, [
    { change: 'insert', record: 'scan', item: scan },
    {
      change: 'insert',
      record: 'scanListing',
      item: { organizationId, ...lookup, scanId, repositoryId, commitHash },
    },
    {
      change: 'insert',
      record: 'trackedFinding',
      item: { ...finding, ...located, repositoryId, listedBy, listedOf: organizationId },
    },
    { change: 'insert', record: 'findingLocation', item: { ...location, ...located } },
    {
      change: 'insert',
      record: 'bundle',
      item: { ...bundle, organizationId, bundleId, members: [{ repositoryId }] },
    },
    { change: 'insert', record: 'historyScan', item: historyScan },
    { change: 'insert', record: 'release', item: { ...release, organizationId, bundleId, members } },
    {
      change: 'insert',
      record: 'indexedComponent',
      item: { ...component, ...located, repositoryId, package: packageUrl },
    },
  ]);
  return { repository, scan, fingerprint, bundleId, historyScanId };
};

beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
  [mine, theirs] = [await newNamed('a'), await newNamed('b')];
  limited = {
    ...organization.as('owner', 'service'),
    scopes: repositoryScopes,
    repositoryIds: [mine.repository.repositoryId],
  };
});

const absent = (): Named => ({
  repository: { ...theirs.repository, repositoryId: testIds.uuid(), fullName: 'acme/absent' },
  scan: { ...theirs.scan, scanId: testIds.scanId(new Date()) },
  fingerprint: 'c'.repeat(32),
  bundleId: testIds.uuid(),
  historyScanId: testIds.uuid(),
});

test('every endpoint that a limited credential can call is covered by one of the tables', () => {
  const known = [...Object.keys(asks), ...Object.keys(lists), ...Object.keys(others)];
  expect(reachable.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});

describe.each(Object.keys(asks))('%s', (name) => {
  const ask = async (named: Named) => {
    const { status, body } = await call(name, { ...asks[name]?.(named), caller: limited });
    const { requestId: _id, instance: _path, ...said } = body;
    return [status, said];
  };

  test('answers for another repository as for one that does not exist, and writes nothing', async () => {
    const before = JSON.stringify([world.store.all('scan'), world.store.all('auditEvent')]);
    const refused = await ask(theirs);
    expect(refused[0]).toBe(404);
    expect(refused).toEqual(await ask(absent()));
    expect(JSON.stringify([world.store.all('scan'), world.store.all('auditEvent')])).toBe(before);
  });

  test('finds what belongs to its own repository', async () => {
    expect(await ask(mine)).not.toEqual(await ask(absent()));
  });
});

test.each(Object.keys(lists))('%s shows its own repository and no other', async (name) => {
  const text = async (caller: Caller) => (await call(name, { ...lists[name], caller })).text;
  const unlimited = await text(organization.as('owner', 'service'));
  expect(unlimited).toContain(mine.repository.repositoryId);
  expect(unlimited).toContain(theirs.repository.repositoryId);
  const shown = await text(limited);
  expect(shown).toContain(mine.repository.repositoryId);
  expect(shown).not.toContain(theirs.repository.repositoryId);
});

test('a fingerprint in both repositories is that of the accessible one, and the answer names no other', async () => {
  const { organizationId } = organization;
  const [row] = world.store.all('trackedFinding').filter(({ fingerprint }) => fingerprint === 'b'.repeat(32));
  const located = { organizationId, fingerprint: mine.fingerprint, projectUnitId: row?.projectUnitId ?? '' };
  const { expiresAt: _over, ...location } = fullTracking.findingLocation;
  await write(world.store, [
    { change: 'insert', record: 'trackedFinding', item: { ...row!, ...located } },
    { change: 'insert', record: 'findingLocation', item: { ...location, ...located } },
  ]);
  const ask = (caller: Caller) =>
    call('get-tracked-finding', { caller, params: { fingerprint: mine.fingerprint } });
  expect((await ask(organization.as('owner', 'service'))).status).toBe(409);
  const { status, body } = await ask(limited);
  expect([status, body['repositoryId']]).toEqual([200, mine.repository.repositoryId]);
});

test.each([
  ['get-trends', { query: {} }],
  ['get-overview', {}],
  ['remove-member', { params: { personId: testIds.uuid() } }],
])('%s: 403 for requests about the whole organization', async (name, details) => {
  const { status, body } = await call(name, { ...details, caller: limited });
  expect([status, body['code']]).toEqual([403, 'insufficient_scope']);
});

test('a unit of another repository is as unknown as that of another organization', async () => {
  const { repositoryId } = mine.repository;
  const projectUnitId = theirs.repository.units[0]?.projectUnitId;
  const body = { repositoryId, commitHash, projectUnitId };
  expect((await call('create-scan', { caller: limited, body })).body['code']).toBe('project_unit_not_found');
});
