import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { call, resetWorld, world } from '../support/api.ts';
import { newOrganization, newRepository, testIds, write } from '../support/world.ts';

const commitHash = 'a'.repeat(40);
type Organization = Awaited<ReturnType<typeof newOrganization>>;

let organization: Organization;
let repository: Awaited<ReturnType<typeof newRepository>>;

beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
  repository = await newRepository(world.store, organization.organizationId, [
    ['', 'npm'],
    ['services/api', 'pypi'],
  ]);
});

const create = (body: object, more: object = {}) =>
  call('create-scan', { caller: organization.as('member'), body, ...more });
const plain = (more: object = {}) => ({ repositoryId: repository.repositoryId, commitHash, ...more });
const core = async () =>
  (await world.store.get('pool', { accountId: organization.organizationId, pool: 'core' }))?.available;
const expectNothingHappened = async () => {
  expect(world.store.all('scan')).toEqual([]);
  expect(await core()).toBe(500);
  expect(world.store.all('ledgerEntry').filter((entry) => entry.kind === 'consume')).toEqual([]);
  expect(world.started).toEqual([]);
};
const lockfileOf = (path: string) => ({
  ...plain({ projectUnitId: repository.units[0]?.projectUnitId }),
  lockfile: { path, content: '{"lockfileVersion":3,"packages":{}}' },
});

describe('201', () => {
  test('a scan is created, charged per unit, started, and says so', async () => {
    const answer = await create(plain({ branch: 'main' }));
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      status: 'queued',
      repositoryId: repository.repositoryId,
      commitHash,
      branch: 'main',
      sourceTrigger: 'api',
      deduplicated: false,
      credits: { core: 2, sast: 0 },
    });
    expect(answer.headers['Location']).toBe(`/v1/scans/${String(answer.body['scanId'])}`);
    expect(world.started).toEqual([answer.body['scanId']]);
    expect(await core()).toBe(498);
    expect(world.store.all('ledgerEntry').filter((entry) => entry.kind === 'consume')).toHaveLength(2);
  });

  test('the full scope without the SAST add-on lists sast as skipped, with the reason', async () => {
    const { body } = await create(plain());
    expect(body['skippedScanTypes']).toContainEqual({ scanType: 'sast', reason: 'sast_addon_required' });
    expect(body['scanTypes']).not.toContain('sast');
  });

  test.each([[['all']], [['sca', 'all']], [undefined]])(
    'scanTypes %j is the full scope',
    async (scanTypes) => {
      const { body } = await create(plain({ scanTypes }));
      expect(body['scanTypes']).toEqual(expect.arrayContaining(['sbom', 'sca', 'license', 'secrets']));
    },
  );

  test('projectUnitId limits scan and price to that unit', async () => {
    const { body } = await create(plain({ projectUnitId: repository.units[1]?.projectUnitId }));
    expect(body).toMatchObject({
      projectUnitId: repository.units[1]?.projectUnitId,
      credits: { core: 1, sast: 0 },
    });
  });

  test('an artifact is triggered by cli, is not deduplicated, and is stored before it is charged', async () => {
    const first = await create(lockfileOf('package-lock.json'));
    const second = await create(lockfileOf('package-lock.json'));
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body).toMatchObject({ sourceTrigger: 'cli', credits: { core: 1, sast: 0 } });
    expect(first.body['skippedScanTypes']).toContainEqual({
      scanType: 'secrets',
      reason: 'not_applicable_to_artifact',
    });
    expect(world.checked[0]).toMatchObject({ kind: 'lockfile', path: 'package-lock.json' });
    expect(world.blobs.objects.size).toBe(2);
  });

  test('an artifact of another ecosystem than the unit is accepted: it brings its own type', async () => {
    expect((await create(lockfileOf('app/poetry.lock'))).status).toBe(201);
  });

  test('a console session is not the API: its scans are manual', async () => {
    const { body } = await create(plain(), { caller: organization.as('member', 'session') });
    expect(body['sourceTrigger']).toBe('manual');
  });

  test('gzip of the same JSON is the same request', async () => {
    const raw = gzipSync(JSON.stringify(plain()));
    const answer = await call('create-scan', {
      caller: organization.as('member'),
      raw,
      headers: { 'Content-Type': 'application/gzip' },
    });
    expect(answer.status).toBe(201);
  });

  test('an uploaded request is created by its uploadId alone, under the same rules', async () => {
    const { organizationId } = organization;
    const uploadId = testIds.uuid();
    const item = { organizationId, uploadId, contentLength: 1, createdAt: '2026-01-01T00:00:00.000Z' };
    await write(world.store, [{ change: 'insert', record: 'upload', item }]);
    const key = { area: 'incoming', organizationId, name: uploadId };
    await world.blobs.put(key, JSON.stringify(plain()));
    expect((await create({ uploadId })).status).toBe(201);
    await world.blobs.put(key, JSON.stringify(plain({ commitSha: 'x' })));
    expect((await create({ uploadId })).body['code']).toBe('unknown_field');
  });

  test('a workflow that cannot be started now leaves a queued scan for the sweep, not a lost one', async () => {
    world.startFails = true;
    const { status, body } = await create(plain());
    expect(status).toBe(201);
    const scan = await world.store.get('scan', {
      organizationId: organization.organizationId,
      scanId: String(body['scanId']),
    });
    expect(scan).toMatchObject({ status: 'queued', open: expect.any(String), dueAt: expect.any(String) });
  });

  test('of a repository whose tree nobody looked at, the root alone is charged', async () => {
    const fresh = await newRepository(world.store, organization.organizationId);
    const { body } = await create({ repositoryId: fresh.repositoryId, commitHash, scanTypes: ['sca'] });
    expect(body['credits']).toEqual({ core: 1, sast: 0 });
  });
});

describe('200', () => {
  test('a repeat of an active scan is that scan and costs nothing', async () => {
    const first = await create(plain());
    const second = await create(plain());
    expect(second.status).toBe(200);
    expect(second.body).toMatchObject({
      scanId: first.body['scanId'],
      deduplicated: true,
      credits: { core: 0, sast: 0 },
    });
    expect(await core()).toBe(498);
  });

  test('the order of scan types does not make another scan; other types, unit or commit do', async () => {
    const first = await create(plain({ scanTypes: ['sca', 'license'] }));
    expect((await create(plain({ scanTypes: ['license', 'sca'] }))).body['scanId']).toBe(
      first.body['scanId'],
    );
    expect((await create(plain({ scanTypes: ['sca'] }))).status).toBe(201);
    expect((await create(plain({ commitHash: 'b'.repeat(40) }))).status).toBe(201);
  });

  test('a changed threshold makes an equal request a new scan', async () => {
    const { organizationId } = organization;
    await create(plain());
    const found = await world.store.get('organization', { organizationId });
    if (!found) throw new Error('the organization is there');
    const policy = { ...found.policy, severityThreshold: 'high' as const };
    await write(world.store, [
      { change: 'update', record: 'organization', id: { organizationId }, set: { policy } },
    ]);
    expect((await create(plain())).status).toBe(201);
  });

  test('a replay by Idempotency-Key is the first answer, word for word', async () => {
    const headers = { 'Idempotency-Key': 'one' };
    const first = await create(plain(), { headers });
    const second = await create(plain(), { headers });
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(await core()).toBe(498);
  });

  test('an Idempotency-Key is kept for a day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T12:00:00Z') });
    try {
      const headers = { 'Idempotency-Key': 'one' };
      const first = await create(lockfileOf('package-lock.json'), { headers });
      vi.setSystemTime(new Date('2026-03-11T11:59:00Z'));
      expect((await create(lockfileOf('package-lock.json'), { headers })).text).toBe(first.text);
      vi.setSystemTime(new Date('2026-03-11T12:01:00Z'));
      expect((await create(lockfileOf('package-lock.json'), { headers })).body['scanId']).not.toBe(
        first.body['scanId'],
      );
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('400', () => {
  test.each([
    ['not JSON', '{"a":'],
    ['nothing', ''],
    ['a key twice', `{"repositoryId":"x","repositoryId":"y"}`],
    ['a nested key twice', `{"sbom":{"a":1,"a":2}}`],
    ['10,000 levels', `{"sbom":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ])('malformed_json: %s', async (_name, raw) => {
    const answer = await create({}, { raw });
    expect([answer.status, answer.body['code']]).toEqual([400, 'malformed_json']);
    await expectNothingHappened();
  });

  test('malformed_json: bytes that are not gzip', async () => {
    const headers = { 'Content-Type': 'application/gzip' };
    const answer = await create({}, { raw: Buffer.from('no gzip'), headers });
    expect(answer.body['code']).toBe('malformed_json');
  });
});

describe('402', () => {
  test.each(['Free', 'Starter'] as const)(
    'entitlement_denied: %s has no API, before the body is even read',
    async (name) => {
      const { as } = await newOrganization(world.store, { plan: name });
      const answer = await call('create-scan', { caller: as('owner'), raw: '{' });
      expect(answer.status).toBe(402);
      expect(answer.body).toMatchObject({ code: 'entitlement_denied', capability: 'api', retryable: false });
    },
  );

  test('insufficient_credits names pool, balance and what is required, and leaves nothing behind', async () => {
    const poor = await newOrganization(world.store, { credits: { core: 1 } });
    const two = await newRepository(world.store, poor.organizationId, [
      ['', 'npm'],
      ['b', 'go'],
    ]);
    const body = { repositoryId: two.repositoryId, commitHash };
    const answer = await call('create-scan', { caller: poor.as('member'), body });
    expect(answer.status).toBe(402);
    expect(answer.body).toMatchObject({
      code: 'insufficient_credits',
      pool: 'core',
      balance: 1,
      required: 2,
    });
    expect(world.store.all('scan')).toEqual([]);
    expect(world.store.all('dedup')).toEqual([]);
    expect(world.started).toEqual([]);
  });

  test('sast_addon_required: sast by name without the add-on, though core credits remain', async () => {
    const answer = await create(plain({ scanTypes: ['sast'] }));
    expect([answer.status, answer.body['code']]).toEqual([402, 'sast_addon_required']);
    await expectNothingHappened();
  });
});

describe('403', () => {
  test('insufficient_scope names the scope that is missing', async () => {
    const caller = { ...organization.as('owner'), scopes: ['scans:read' as const] };
    const answer = await create(plain(), { caller });
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ code: 'insufficient_scope', missing: ['scans:write'] });
  });
});

describe('404', () => {
  test('repository_not_found: no such repository', async () => {
    const answer = await create(plain({ repositoryId: testIds.uuid() }));
    expect([answer.status, answer.body['code']]).toEqual([404, 'repository_not_found']);
    await expectNothingHappened();
  });

  test('repository_not_found: one of another organization is not there', async () => {
    const other = await newOrganization(world.store);
    const answer = await call('create-scan', { caller: other.as('owner'), body: plain() });
    expect(answer.body['code']).toBe('repository_not_found');
  });

  test('project_unit_not_found: a unit nobody knows', async () => {
    const answer = await create(plain({ projectUnitId: testIds.uuid() }));
    expect([answer.status, answer.body['code']]).toEqual([404, 'project_unit_not_found']);
  });

  test('upload_not_found', async () => {
    const answer = await create({ uploadId: testIds.uuid() });
    expect([answer.status, answer.body['code']]).toEqual([404, 'upload_not_found']);
  });
});

describe('413', () => {
  const limit = 10_485_760;
  const exactly = (bytes: number) => {
    const frame = JSON.stringify({
      ...plain({ projectUnitId: repository.units[0]?.projectUnitId }),
      sbom: { a: '' },
    });
    return frame.replace('"a":""', `"a":"${'x'.repeat(bytes - Buffer.byteLength(frame))}"`);
  };

  test('exactly 10 MB pass, in gzip and plain', async () => {
    const raw = gzipSync(exactly(limit));
    const headers = { 'Content-Type': 'application/gzip' };
    expect((await create({}, { raw, headers })).status).toBe(201);
    expect((await create({}, { raw: exactly(limit) })).status).toBe(201);
  });

  test('body_too_large: one byte more does not, and says the limit', async () => {
    const raw = gzipSync(exactly(limit + 1));
    const zipped = await create({}, { raw, headers: { 'Content-Type': 'application/gzip' } });
    expect(zipped.status).toBe(413);
    expect(zipped.body).toMatchObject({ code: 'body_too_large', limitBytes: limit });
    const sent = await create({}, { raw: exactly(limit + 1) });
    expect(sent.body).toMatchObject({ code: 'body_too_large', actualBytes: limit + 1 });
  });

  test('body_too_large: a gzip bomb is not inflated past the limit', async () => {
    const raw = gzipSync(Buffer.alloc(300 * 1024 * 1024));
    const answer = await create({}, { raw, headers: { 'Content-Type': 'application/gzip' } });
    expect([answer.status, answer.body['code']]).toEqual([413, 'body_too_large']);
  });
});

describe('415', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    '%s',
    async (type) => {
      const answer = await create(plain(), { headers: { 'Content-Type': type } });
      expect([answer.status, answer.body['code']]).toEqual([415, 'unsupported_media_type']);
    },
  );
});

describe('422', () => {
  const expectRefused = async (body: object, code: string, pointer?: string) => {
    const answer = await create(body);
    expect([answer.status, answer.body['code']]).toEqual([422, code]);
    if (pointer !== undefined) expect(answer.body.errors?.map((part) => part.pointer)).toContain(pointer);
    await expectNothingHappened();
    return answer;
  };

  test('unknown_field: commitSha is answered with commitHash', async () => {
    const { repositoryId } = repository;
    const { body } = await expectRefused(
      { repositoryId, commitSha: commitHash },
      'unknown_field',
      '/commitSha',
    );
    expect(body.errors?.find((part) => part.pointer === '/commitSha')?.hint).toContain('commitHash');
  });

  test('unknown_field: fullName is answered with how to resolve it', async () => {
    const { body } = await expectRefused(plain({ fullName: 'acme/shop' }), 'unknown_field', '/fullName');
    expect(body.errors?.[0]?.hint).toContain('repositoryId');
  });

  test('unknown_field: __proto__ at any depth', async () => {
    for (const raw of [
      `{"__proto__":{"x":1},"repositoryId":"${repository.repositoryId}","commitHash":"${commitHash}"}`,
      `{"sbom":{"a":[{"__proto__":1}]}}`,
    ]) {
      const answer = await create({}, { raw });
      expect([answer.status, answer.body['code']]).toEqual([422, 'unknown_field']);
    }
    await expectNothingHappened();
  });

  test('validation_failed: a repository name instead of its id is answered with how to resolve it', async () => {
    const { body } = await expectRefused(
      plain({ repositoryId: 'acme/shop' }),
      'validation_failed',
      '/repositoryId',
    );
    expect(body.errors?.[0]?.hint).toContain('resolve');
  });

  test.each([
    ['a short hash', { commitHash: 'abc1234' }],
    ['a hash of 41 characters', { commitHash: 'a'.repeat(41) }],
    ['a hash that is not hexadecimal', { commitHash: 'z'.repeat(40) }],
    ['no scan types', { scanTypes: [] }],
    ['a scan type nobody knows', { scanTypes: ['dast'] }],
    ['an empty branch', { branch: '' }],
    ['a branch of another type', { branch: 7 }],
  ])('validation_failed: %s', async (_name, fields) => {
    await expectRefused(plain(fields), 'validation_failed');
  });

  test('both_artifacts', async () => {
    const body = { ...lockfileOf('package-lock.json'), sbom: { bomFormat: 'CycloneDX' } };
    await expectRefused(body, 'both_artifacts');
  });

  test('project_unit_required: an artifact without a unit', async () => {
    await expectRefused(
      { ...lockfileOf('package-lock.json'), projectUnitId: undefined },
      'project_unit_required',
      '/projectUnitId',
    );
  });

  test('project_unit_foreign: a unit of another repository of the organization', async () => {
    const other = await newRepository(world.store, organization.organizationId, [['', 'go']]);
    await expectRefused(
      plain({ projectUnitId: other.units[0]?.projectUnitId }),
      'project_unit_foreign',
      '/projectUnitId',
    );
  });

  test.each([
    '../package-lock.json',
    'a/../package-lock.json',
    'a/%2e%2e/package-lock.json',
    '/package-lock.json',
    'C:/package-lock.json',
    'c:package-lock.json',
    'a\\package-lock.json',
    'a//package-lock.json',
    './package-lock.json',
    'a\u0000/package-lock.json',
    '',
    `${'a/'.repeat(300)}package-lock.json`,
  ])('lockfile_path_invalid: %j', async (path) => {
    await expectRefused(lockfileOf(path), 'lockfile_path_invalid', '/lockfile/path');
  });

  test.each(['README.md', 'Cargo.lock', 'package-lock.json.bak'])(
    'unsupported_lockfile: the name %s',
    async (path) => {
      await expectRefused(lockfileOf(path), 'unsupported_lockfile', '/lockfile/path');
    },
  );

  test('unsupported_lockfile: one that cannot be read costs nothing', async () => {
    world.artifactVerdict = { ok: false, code: 'unsupported_lockfile', detail: 'truncated', errors: [] };
    await expectRefused(lockfileOf('package-lock.json'), 'unsupported_lockfile');
  });

  test('sbom_invalid: each place is named by JSON Pointer', async () => {
    const errors = [{ pointer: '/components/0/name', code: 'sbom_invalid', detail: 'is required' }];
    world.artifactVerdict = { ok: false, code: 'sbom_invalid', detail: 'no', errors };
    const body = {
      ...plain({ projectUnitId: repository.units[0]?.projectUnitId }),
      sbom: { bomFormat: 'x' },
    };
    await expectRefused(body, 'sbom_invalid', '/components/0/name');
  });

  test.each(['secrets', 'sast'])(
    'scan_type_not_applicable: %s by name with an artifact',
    async (scanType) => {
      await expectRefused(
        { ...lockfileOf('package-lock.json'), scanTypes: [scanType] },
        'scan_type_not_applicable',
        '/scanTypes',
      );
    },
  );

  test('scan_type_not_applicable: a dependency type by name for a unit without manifest', async () => {
    const bare = await newRepository(world.store, organization.organizationId, [['', 'source']]);
    const body = {
      repositoryId: bare.repositoryId,
      commitHash,
      projectUnitId: bare.units[0]?.projectUnitId,
      scanTypes: ['sca'],
    };
    await expectRefused(body, 'scan_type_not_applicable');
  });

  test('idempotency_key_reused: the same key with another body', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    await create(plain(), { headers });
    const answer = await create(plain({ branch: 'other' }), { headers });
    expect([answer.status, answer.body['code']]).toEqual([422, 'idempotency_key_reused']);
  });
});

describe('429', () => {
  test('rate_limited says when to come back, before anything is read', async () => {
    const answer = await create(plain(), { requestCount: 1_201 });
    expect([answer.status, answer.body['code']]).toEqual([429, 'rate_limited']);
    expect(Number(answer.headers['Retry-After'])).toBeGreaterThan(0);
    expect(answer.headers['RateLimit']).toMatch(/r=0/);
  });
});

test('every answer carries the request id, in header and problem', async () => {
  const headers = { 'X-Request-Id': 'my-id' };
  const answer = await create({}, { headers });
  expect(answer.headers['X-Request-Id']).toBe('my-id');
  expect(answer.body['requestId']).toBe('my-id');
  const unusable = await create({}, { headers: { 'X-Request-Id': 'with space' } });
  expect(unusable.body['requestId']).toBe('gateway-request');
});
