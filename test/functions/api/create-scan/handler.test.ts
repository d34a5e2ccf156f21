import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { commitHash, scanRequests } from '#test/support/api/scan-requests.ts';
import { newRepository, testIds, write } from '#test/support/world.ts';
import { policyFields } from '@scangate/domain/policy/stored-policy';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';

const { fixture, create, plain, lockfileOf, balance, entries } = scanRequests();

describe('201', () => {
  test('creates, charges and starts a scan', async () => {
    const answer = await create(plain({ branch: 'main' }));
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      status: 'queued',
      repositoryId: fixture.repository.repositoryId,
      commitHash,
      branch: 'main',
      sourceTrigger: 'api',
      deduplicated: false,
      credits: { core: 2, sast: 0 },
    });
    expect(answer.headers['Location']).toBe(`/v1/scans/${String(answer.body['scanId'])}`);
    expect(world.started).toEqual([answer.body['scanId']]);
    expect(await balance()).toBe(498);
    expect(entries('consume')).toHaveLength(2);
  });

  test('lists sast as skipped with the reason in the full scope without the add-on', async () => {
    const { body } = await create(plain());
    expect(body['skippedScanTypes']).toContainEqual({ scanType: 'sast', reason: 'sast_addon_required' });
    expect(body['scanTypes']).not.toContain('sast');
  });

  test.each([[['all']], [['sca', 'all']], [undefined]])(
    'resolves scanTypes %j to the full scope',
    async (scanTypes) => {
      const { body } = await create(plain({ scanTypes }));
      expect(body['scanTypes']).toEqual(expect.arrayContaining(['sbom', 'sca', 'license', 'secrets']));
    },
  );

  test('limits scan and price to the unit of projectUnitId', async () => {
    const { body } = await create(plain({ projectUnitId: fixture.repository.units[1]?.projectUnitId }));
    expect(body).toMatchObject({
      projectUnitId: fixture.repository.units[1]?.projectUnitId,
      credits: { core: 1, sast: 0 },
    });
  });

  test('attributes an artifact to cli, does not deduplicate it, and stores it before it is charged', async () => {
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

  test('accepts an artifact of another ecosystem than the unit', async () => {
    expect((await create(lockfileOf('app/poetry.lock'))).status).toBe(201);
  });

  test('attributes a scan of a console session to manual', async () => {
    const { body } = await create(plain(), { caller: fixture.organization.as('member', 'session') });
    expect(body['sourceTrigger']).toBe('manual');
  });

  test('accepts gzip of the same JSON', async () => {
    const raw = gzipSync(JSON.stringify(plain()));
    const answer = await call('create-scan', {
      caller: fixture.organization.as('member'),
      raw,
      headers: { 'Content-Type': 'application/gzip' },
    });
    expect(answer.status).toBe(201);
  });

  const uploaded = async (request: object): Promise<string> => {
    const { organizationId } = fixture.organization;
    const uploadId = testIds.uuid();
    const item = { organizationId, uploadId, contentLength: 1, createdAt: '2026-01-01T00:00:00.000Z' };
    await write(world.store, [{ change: 'insert', record: 'upload', item }]);
    await world.blobs.put({ area: 'incoming', organizationId, name: uploadId }, JSON.stringify(request));
    return uploadId;
  };

  test('creates a scan from an upload by its uploadId alone, under the same rules', async () => {
    expect((await create({ uploadId: await uploaded(plain()) })).status).toBe(201);
    const { body } = await create({ uploadId: await uploaded(plain({ commitSha: 'x' })) });
    expect([body['code'], body.errors?.[0]?.hint]).toEqual(['unknown_field', 'Use commitHash.']);
  });

  test('uses an upload once: a second creation is 409 upload_used and names the scan', async () => {
    const uploadId = await uploaded(lockfileOf('package-lock.json'));
    const headers = { 'Idempotency-Key': 'once' };
    const first = await create({ uploadId }, { headers });
    const second = await create({ uploadId });
    expect([second.status, second.body['code'], second.body['scanId']]).toEqual([
      409,
      'upload_used',
      first.body['scanId'],
    ]);
    expect((await create({ uploadId }, { headers })).body).toEqual(first.body);
    expect([await balance(), world.store.all('scan').length]).toEqual([499, 1]);
  });

  test('does not use up an upload whose creation was refused', async () => {
    const { organizationId: accountId } = fixture.organization;
    const uploadId = await uploaded(plain());
    const setBalance = (available: number) =>
      write(world.store, [
        { change: 'update', record: 'pool', id: { accountId, pool: 'core' }, set: { available } },
      ]);
    await setBalance(0);
    expect((await create({ uploadId })).status).toBe(402);
    await setBalance(500);
    expect((await create({ uploadId })).status).toBe(201);
  });

  test('uses an upload even when an equal scan answers', async () => {
    const first = await create(plain());
    const uploadId = await uploaded(plain());
    expect((await create({ uploadId })).body['scanId']).toBe(first.body['scanId']);
    expect((await create({ uploadId })).body['code']).toBe('upload_used');
  });

  test('leaves a queued scan for the sweep when the workflow cannot be started', async () => {
    world.startFails = true;
    const { status, body } = await create(plain());
    expect(status).toBe(201);
    const scan = await world.store.get('scan', {
      organizationId: fixture.organization.organizationId,
      scanId: String(body['scanId']),
    });
    expect(scan).toMatchObject({ status: 'queued', dueQueue: expect.any(String), dueAt: expect.any(String) });
  });

  test('charges only the root of a repository without a previous scan, and says that more may follow', async () => {
    const fresh = await newRepository(world.store, fixture.organization.organizationId);
    const { body } = await create({ repositoryId: fresh.repositoryId, commitHash, scanTypes: ['sca'] });
    expect(body['credits']).toEqual({ core: 1, sast: 0 });
    expect(body['laterCharges']).toMatchObject({ reason: 'first_scan', detail: expect.any(String) });
  });

  test('says that its charge is the maximum, unless nothing can be reused', async () => {
    expect((await create(plain())).body['laterRefunds']).toMatchObject({ reason: 'unchanged_units' });
    expect((await create(lockfileOf('package-lock.json'))).body).not.toHaveProperty('laterRefunds');
  });

  test('announces no later charges if the units are known, or if there is one', async () => {
    expect((await create(plain())).body).not.toHaveProperty('laterCharges');
    expect((await create(lockfileOf('package-lock.json'))).body).not.toHaveProperty('laterCharges');
    const many = Array.from({ length: 45 }, (_, index): [string, 'go'] => [`p${index}`, 'go']);
    const large = await newRepository(world.store, fixture.organization.organizationId, many);
    const { body } = await create(plain({ repositoryId: large.repositoryId }));
    expect(body['laterCharges']).toMatchObject({
      reason: 'further_units',
      detail: expect.stringContaining('5 more'),
    });
  });
});

describe('200', () => {
  test('answers a repeated request with the active scan, at no cost', async () => {
    const first = await create(plain());
    const second = await create(plain());
    expect(second.status).toBe(200);
    expect(second.body).toMatchObject({
      scanId: first.body['scanId'],
      deduplicated: true,
      credits: { core: 0, sast: 0 },
    });
    expect(await balance()).toBe(498);
  });

  test('ignores the order of scan types, but not other types, units or commits', async () => {
    const first = await create(plain({ scanTypes: ['sca', 'license'] }));
    expect((await create(plain({ scanTypes: ['license', 'sca'] }))).body['scanId']).toBe(
      first.body['scanId'],
    );
    expect((await create(plain({ scanTypes: ['sca'] }))).status).toBe(201);
    expect((await create(plain({ commitHash: 'b'.repeat(40) }))).status).toBe(201);
  });

  test('creates a new scan after a change of the threshold', async () => {
    const { organizationId } = fixture.organization;
    await create(plain());
    const set = policyFields({ ...defaultPolicy, severityThreshold: 'high' });
    await write(world.store, [{ change: 'update', record: 'organization', id: { organizationId }, set }]);
    expect((await create(plain())).status).toBe(201);
  });

  test('replays the first answer of an Idempotency-Key, byte for byte', async () => {
    const headers = { 'Idempotency-Key': 'one' };
    const first = await create(plain(), { headers });
    const second = await create(plain(), { headers });
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(await balance()).toBe(498);
  });

  test('stores an Idempotency-Key for a day', async () => {
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

test('every answer has the request id, in header and problem', async () => {
  const headers = { 'X-Request-Id': 'my-id' };
  const answer = await create({}, { headers });
  expect(answer.headers['X-Request-Id']).toBe('my-id');
  expect(answer.body['requestId']).toBe('my-id');
  const unusable = await create({}, { headers: { 'X-Request-Id': 'with space' } });
  expect(unusable.body['requestId']).toBe('gateway-request');
});
