import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { commitHash, scanRequests } from '#test/support/api/scan-requests.ts';
import { later, newOrganization, newRepository, noon, testIds, write } from '#test/support/world.ts';

const { fixture, create, plain, expectNothingHappened } = scanRequests();

describe('400', () => {
  test.each([
    ['not JSON', '{"a":'],
    ['nothing', ''],
    ['a duplicate key', `{"repositoryId":"x","repositoryId":"y"}`],
    ['a nested duplicate key', `{"sbom":{"a":1,"a":2}}`],
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
    'entitlement_denied: %s has no API, and the body is not read',
    async (name) => {
      const { as } = await newOrganization(world.store, { plan: name });
      const answer = await call('create-scan', { caller: as('owner'), raw: '{' });
      expect(answer.status).toBe(402);
      expect(answer.body).toMatchObject({ code: 'entitlement_denied', capability: 'api', retryable: false });
    },
  );

  test('insufficient_credits names pool, balance and required credits, and writes nothing', async () => {
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

  test('sast_addon_required: sast by name without the add-on, although core credits remain', async () => {
    const answer = await create(plain({ scanTypes: ['sast'] }));
    expect([answer.status, answer.body['code']]).toEqual([402, 'sast_addon_required']);
    await expectNothingHappened();
  });
});

describe('403', () => {
  test('insufficient_scope names the missing scope', async () => {
    const caller = { ...fixture.organization.as('owner'), scopes: ['scans:read' as const] };
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

  test('repository_not_found: a repository of another organization', async () => {
    const other = await newOrganization(world.store);
    const answer = await call('create-scan', { caller: other.as('owner'), body: plain() });
    expect(answer.body['code']).toBe('repository_not_found');
  });

  test('project_unit_not_found: an unknown unit', async () => {
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
      ...plain({ projectUnitId: fixture.repository.units[0]?.projectUnitId }),
      sbom: { a: '' },
    });
    return frame.replace('"a":""', `"a":"${'x'.repeat(bytes - Buffer.byteLength(frame))}"`);
  };

  test('exactly 10 MB are accepted, as gzip and as plain JSON', async () => {
    const raw = gzipSync(exactly(limit));
    const headers = { 'Content-Type': 'application/gzip' };
    expect((await create({}, { raw, headers })).status).toBe(201);
    expect((await create({}, { raw: exactly(limit) })).status).toBe(201);
  });

  test('body_too_large: one byte more is refused with the limit', async () => {
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

describe('409', () => {
  test('repository_paused says until when, and that a change of the settings ends the pause', async () => {
    const { organizationId, repositoryId } = fixture.repository;
    const pausedUntil = later(600).toISOString();
    const set = { failures: 10, pausedUntil };
    const id = { organizationId, repositoryId };
    await write(world.store, [{ change: 'update', record: 'repository', id, set }]);
    const answer = await create(plain());
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: 'repository_paused', pausedUntil, retryable: false });
    await expectNothingHappened();
  });
});

describe('429', () => {
  test('rate_limited says when to retry, before anything is read', async () => {
    const answer = await create(plain(), { requestCount: 1_201 });
    expect([answer.status, answer.body['code']]).toEqual([429, 'rate_limited']);
    expect(Number(answer.headers['Retry-After'])).toBeGreaterThan(0);
    expect(answer.headers['RateLimit']).toMatch(/r=0/);
  });

  test('rate_limited names the limit of active scans, and a quote does, too', async () => {
    const { organizationId } = fixture.organization;
    const item = {
      organizationId,
      day: noon.toISOString().slice(0, 10),
      scans: 512,
      expiresAt: later(60).toISOString(),
    };
    await write(world.store, [{ change: 'insert', record: 'activeScans', item }]);
    for (const name of ['create-scan', 'quote-scan'] as const) {
      const answer = await call(name, { caller: fixture.organization.as('member'), body: plain() });
      expect(answer.status).toBe(429);
      expect(answer.headers['Retry-After']).toBe('15');
      expect(answer.body).toMatchObject({ code: 'rate_limited', limit: 'active_scans' });
    }
    await expectNothingHappened();
  });
});
